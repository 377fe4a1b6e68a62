// Finds controls that are cut off, covered, or too small for a finger. Controls further down in something
// that scrolls are not cut off.
() => {
    const CONTROLS = 'button, a[href], input, select, summary, [role=option]'
    const troubles = []

    const scrolls = (element) => {
        for (let box = element.parentElement; box; box = box.parentElement)
            if (/auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight + 1) return true
        return document.documentElement.scrollHeight > innerHeight + 1
    }

    const isShown = (control) =>
        control.checkVisibility({ visibilityProperty: true }) && !control.closest('[inert], [aria-hidden=true], .hidden')

    const look = (control) => {
        const box = control.getBoundingClientRect()
        const { item, ask } = control.dataset
        const name = item ?? ask ?? control.ariaLabel ?? control.textContent.trim().slice(0, 40)
        const say = (what) => troubles.push(`${name}: ${what}, at ${box.x} ${box.y}, ${box.width} by ${box.height}`)
        const inText = control.matches('a:not(.button)') || control.closest('label')
        if (!inText && (box.width < 24 || box.height < 24)) say('too small')
        if (box.left < -1 || box.right > innerWidth + 1) say('cut off at the side')
        if (getComputedStyle(control).overflowX === 'hidden' && control.scrollWidth > control.clientWidth + 2) say('its words are cut')
        // Near the left edge, because the next card of a hand covers the rest.
        const [x, y] = [box.left + Math.min(10, box.width / 2), box.top + Math.min(14, box.height / 2)]
        const inside = y > 0 && box.bottom <= innerHeight + 1
        const on = inside ? document.elementFromPoint(x, y) : null
        if (on && (control.contains(on) || on.closest('label')?.contains(control))) return
        if (!scrolls(control)) say(inside ? `covered by ${on?.outerHTML.slice(0, 120)}` : 'cut off')
    }

    document.querySelectorAll(CONTROLS).forEach((control) => isShown(control) && look(control))
    return troubles
}

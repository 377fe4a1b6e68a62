// Finds what is cut off, covered, broken, or too small for a finger: controls everywhere, and on a table also every card,
// number and name. What an inner scroller hides is cut off too, unless more than four play. Where the whole page scrolls, what
// is further down is not cut off.
() => {
    const CONTROLS = 'button, a[href], input, select, summary, [role=option]'
    const troubles = []
    const pageScrolls = document.documentElement.scrollHeight > innerHeight + 1
    const table = document.querySelector('[data-testid=table] main:has(.stage)')
    const seats = new Set([...document.querySelectorAll('main [data-seat]')].map((plate) => plate.dataset.seat)).size
    const playing = document.querySelector('[data-testid=table]')?.dataset.phase === 'playing' // results may be long
    const mayScroll = seats > 4 || !playing

    /** Whether it is only there for screen readers. */
    const isHeard = (element) => {
        for (let one = element; one; one = one.parentElement) if (getComputedStyle(one).clipPath === 'inset(50%)') return true
        return false
    }
    const isShown = (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('[inert], [data-testid=flights]') && !isHeard(element)

    const say = (element, what) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const { item, ask, seat } = element.dataset
        const name = item ?? ask ?? seat ?? element.ariaLabel ?? (element.textContent.trim().slice(0, 40) || element.className)
        troubles.push(`${name}: ${what}, at ${[x, y, width, height].map(Math.round).join(' ')}`)
    }

    /** The ancestors that can cut an element off. */
    const clippers = (element) => {
        const found = []
        for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
            const style = getComputedStyle(box)
            if (style.display !== 'contents' && (style.overflowX !== 'visible' || style.overflowY !== 'visible')) found.push(box)
            if (style.position === 'fixed') break
        }
        return found
    }

    /** How many pixels of an element cannot be seen, because of the window or something around it. */
    const lost = (element) => {
        const box = element.getBoundingClientRect()
        const edges = clippers(element).map((one) => one.getBoundingClientRect())
        edges.push({ left: 0, right: innerWidth, top: pageScrolls ? -Infinity : 0, bottom: pageScrolls ? Infinity : innerHeight })
        return Math.max(...edges.map((edge) => Math.max(edge.left - box.left, box.right - edge.right, edge.top - box.top, box.bottom - edge.bottom)))
    }

    const scrolls = (element) =>
        pageScrolls || clippers(element).some((box) => /auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight + 1)

    const isSeen = (element, x, y) => {
        const on = document.elementFromPoint(x, y)
        return on && (element.contains(on) || on.contains(element) || on.closest('label')?.contains(element))
    }

    const lookAtControl = (control) => {
        const box = control.getBoundingClientRect()
        const inText = control.matches('a:not(.button)') || control.closest('label')
        if (!inText && (box.width < 24 || box.height < 24)) say(control, 'too small')
        if (box.left < -1 || box.right > innerWidth + 1) say(control, 'cut off at the side')
        if (getComputedStyle(control).overflowX === 'hidden' && control.scrollWidth > control.clientWidth + 2) say(control, 'its words are cut')
        // Near the left edge, because the next card of a hand covers the rest.
        const [x, y] = [box.left + Math.min(10, box.width / 2), box.top + Math.min(14, box.height / 2)]
        const inside = y > 0 && box.bottom <= innerHeight + 1
        if (inside && isSeen(control, x, y)) return
        // A notice lies over the line of story until it is closed.
        if (control.closest('[data-testid=story-line]') && document.elementFromPoint(x, y)?.closest('.notices')) return
        if (!scrolls(control)) say(control, inside ? `covered by ${document.elementFromPoint(x, y)?.outerHTML.slice(0, 120)}` : 'cut off')
    }

    /** Whether something lies over an element that should not. */
    const lookForCover = (element) => {
        const box = element.getBoundingClientRect()
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        const on = y > 0 && y < innerHeight ? document.elementFromPoint(x, y) : null
        const mine = on?.closest('.tray, .chip, [data-zone]')
        if (on && !isSeen(element, x, y) && !mine?.contains(element) && !on.closest('.notices, [data-choice], .over') && !(pageScrolls && on.closest('footer'))) say(element, `covered by ${on.outerHTML.slice(0, 100)}`)
    }

    /** Nothing on the felt scrolls, not even by a pixel, while two to four play. */
    const lookForScrolling = () => {
        for (const box of [table, ...table.querySelectorAll('*')]) {
            const { overflowX, overflowY } = getComputedStyle(box)
            if (!/auto|scroll/.test(overflowX + overflowY) || !isShown(box)) continue
            const by = (overflow, content, room) => (/auto|scroll/.test(overflow) ? content - room : 0)
            const [across, down] = [by(overflowX, box.scrollWidth, box.clientWidth), by(overflowY, box.scrollHeight, box.clientHeight)]
            if (across > 1 || down > 1) say(box, `scrolls by ${across} × ${down} px`)
        }
    }

    const lookAtTable = () => {
        if (!mayScroll && !pageScrolls) lookForScrolling()
        const cards = [...table.querySelectorAll('.item, .place > svg, .back')]
        const numbers = [...table.querySelectorAll('.figures')].filter((one) => one.textContent.trim())
        const names = [...table.querySelectorAll('.name')]
        for (const element of [...cards, ...numbers, ...names].filter(isShown)) {
            if (mayScroll && scrolls(element)) continue
            if (!element.getClientRects().length) continue
            const out = lost(element)
            if (out > 2) say(element, `${Math.round(out)} px cut off`)
        }
        for (const element of [...numbers, ...names].filter(isShown)) if (!(mayScroll && scrolls(element))) lookForCover(element)
        for (const name of names.filter(isShown)) {
            const text = [...name.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
            if (!text) continue
            const word = document.createRange()
            word.setStart(text, 0)
            word.setEnd(text, (text.data + ' ').search(/\s/))
            if (word.getBoundingClientRect().right > name.getBoundingClientRect().right + 1) say(name, 'the name is broken')
        }
    }

    /** Words that are broken inside, at the end of a line. */
    const lookForBreaks = (root) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
            const { data, parentElement } = walker.currentNode
            if (!data.trim() || !parentElement || parentElement.closest('svg, .hidden, [hidden]') || !isShown(parentElement)) continue
            for (const match of data.matchAll(/[\p{L}\d]{2,}/gu)) {
                const word = document.createRange()
                word.setStart(walker.currentNode, match.index)
                word.setEnd(walker.currentNode, match.index + match[0].length)
                const shown = [...word.getClientRects()].filter((rect) => rect.width > 0) // WebKit counts an empty end of the line before
                const tops = new Set(shown.map((rect) => Math.round(rect.top / 4)))
                if (tops.size > 1) say(parentElement, `"${match[0]}" is broken`)
            }
        }
    }

    document.querySelectorAll(CONTROLS).forEach((control) => isShown(control) && !control.closest('[aria-hidden=true]') && lookAtControl(control))
    if (table && !document.querySelector('[role=dialog]')) {
        lookAtTable()
        lookForBreaks(table.closest('[data-testid=table]'))
    }
    return [...new Set(troubles)]
}

// Finds elements as playwright's locators do, as far as the tests use them.
const OF_ROLE = {
    button: 'button, summary, [role=button]',
    heading: 'h1, h2, h3, [role=heading]',
    link: 'a[href], [role=link]',
    row: 'tr, [role=row]',
}
const tidy = (text) => (text ?? '').replace(/\s+/g, ' ').trim()
const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0
const matches = (text, wanted, exact) => {
    if (wanted.source) return new RegExp(wanted.source, wanted.flags).test(tidy(text))
    return exact ? tidy(text) === wanted : tidy(text).toLowerCase().includes(wanted.toLowerCase())
}
const nameOf = (one) => {
    if (one.ariaLabel) return one.ariaLabel
    const seen = one.cloneNode(true)
    seen.querySelectorAll('[aria-hidden=true]').forEach((part) => part.remove())
    return seen.textContent
}
const STEPS = {
    css: (found, selector) => found.flatMap((one) => [...one.querySelectorAll(selector.replace(/^>/, ':scope >'))]),
    text: (found, wanted) => found.filter((one) => matches(one.textContent, wanted)),
    role: (found, role, wanted, exact) =>
        STEPS.css(found, OF_ROLE[role] ?? `[role=${role}]`).filter((one) => isShown(one) && (wanted === null || matches(nameOf(one), wanted, exact))),
    nth: (found, at) => found.slice(at, at + 1),
}
const find = (steps) => steps.reduce((found, [how, ...what]) => [...new Set(STEPS[how](found, ...what))], [document])

/** Where to tap, once it can be tapped and has stopped moving; otherwise why not. */
const spot = async (steps, position) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const all = find(steps)
    if (all.length !== 1) return `there are ${all.length}`
    const [one] = all
    if (!isShown(one)) return 'it is hidden'
    if (one.matches(':disabled, [aria-disabled=true]')) return 'it is disabled'
    one.scrollIntoViewIfNeeded()
    const before = one.getBoundingClientRect()
    await frame()
    await frame()
    const box = one.getBoundingClientRect()
    if (box.x !== before.x || box.y !== before.y) return 'it moves'
    const { x, y } = position ?? { x: box.width / 2, y: box.height / 2 }
    const at = [Math.round(box.x + x), Math.round(box.y + y)]
    const on = document.elementFromPoint(...at)
    const taken = one.contains(on) || on?.closest('label')?.contains(one)
    return taken ? at : `it is covered by ${on?.outerHTML.slice(0, 120)}`
}

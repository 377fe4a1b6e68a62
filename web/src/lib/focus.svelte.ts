import { onMount, tick, untrack } from 'svelte'
import { ACTIONABLE } from './arrowKeys'
import { measure } from './measure'

/** Areas that keep the focus while they exist, such as a hand whose last card was played or a tray that was emptied. */
const HOMES = '[role=listbox], [data-home]'

const canTake = (other: HTMLElement): boolean => !other.closest('[inert]') && other.getClientRects().length > 0

/** Keeps the focus from getting lost: if the focused element goes away, the focus stays near, moves to what can be done now, or waits at the
 * prompt. `changed` reads everything whose change may remove elements; `goes` tells whether an element is about to be removed. Call it
 * while a component is being set up. */
export function keepFocus(root: () => HTMLElement | undefined, changed: () => void, goes = (_: HTMLElement): boolean => false): void {
  let inside = false
  let parked = false
  let byKey = false
  let homes: HTMLElement[] = []
  let left: HTMLElement | null = null

  $effect.pre(() => {
    changed()
    inside = !!root()?.contains(document.activeElement)
    parked = document.activeElement?.id === 'prompt'
    byKey = !parked && !!document.activeElement?.matches(':focus-visible')
    homes = homesOf(document.activeElement)
    const on = document.activeElement as HTMLElement | null
    left = inside && !byKey && on && untrack(() => goes(on)) ? on : null
    left?.blur() // removing what has the focus costs a layout amid the update
  })
  $effect(() => {
    changed()
    if (!inside) return
    if (left?.isConnected) left.focus({ preventScroll: true })
    // The next key needs the focus at once; after a tap it has time until the frame is painted.
    if (byKey) void tick().then(moveOn)
    else measure(moveOn)
  })
  // A player who came from the lobby by keyboard continues by keyboard.
  onMount(() => {
    measure(() => {
      if (document.activeElement === document.body) prompt()?.focus()
    })
  })

  const prompt = (): HTMLElement | null => root()?.querySelector<HTMLElement>('#prompt') ?? null

  function homesOf(on: Element | null): HTMLElement[] {
    const home = on?.closest<HTMLElement>(HOMES)
    return home ? [home, ...homesOf(home.parentElement)] : []
  }

  function near(): HTMLElement | undefined {
    const left = homes.filter((home) => home.isConnected)
    return left.flatMap((home) => [...home.querySelectorAll<HTMLElement>('[role=option][tabindex="0"], button:not([role=option])')]).find(canTake)
  }

  /** A reading, because focusing reads the layout too. */
  function moveOn(): void {
    const on = document.activeElement
    const lost = !on || on === document.body
    if (!lost && !(parked && on.id === 'prompt')) return
    const all = [...(root()?.querySelectorAll<HTMLElement>(ACTIONABLE) ?? [])]
    const able = all.filter((other) => other.ariaDisabled !== 'true' && canTake(other))
    const next = able.find((other) => other.closest('[data-own]')) ?? able[0]
    const target = (lost && near()) || next || (lost ? prompt() : null)
    target?.focus({ preventScroll: !target.matches(':focus-visible') })
  }
}

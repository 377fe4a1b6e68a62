import { flushSync } from 'svelte'
import { faceWords } from './cards'
import { faceOf, zoneOf } from './asks'
import { isLoose, moved } from './handOrder'
import type { Chooser } from './chooser.svelte'
import { dropAt } from './flights'
import type { Guest } from './guest.svelte'
import { stored } from './storage.svelte'
import * as words from '../words'

const SLIP = 8 // pixels: a shorter move is a tap
const SHAKE = 22 // the same in easy mode, for fingers that shake
const NEAR = 40 // pixels: a drop this close to a target counts
const BACK = 150
const PATIENCE = 900 // milliseconds to wait for the view after a drop

/** A card being dragged. */
interface Drag {
  place: HTMLElement
  zone: string
  index: number
  face: string | null
  kind: 'hand' | 'held' | 'pile'
  ghost: HTMLElement
  hold: { x: number; y: number } // from the card's middle to the finger
  lifted: boolean // this drag picked it up
  target: HTMLElement | null
  to: number // in the hand
}

const target = (element: Element): HTMLElement | null => element.closest<HTMLElement>('[data-target], [data-item], [data-tray]')
const boxOf = (element: Element): DOMRect => (element.querySelector('svg') ?? element).getBoundingClientRect()
const within = (box: DOMRect, x: number, y: number, by = 0): boolean =>
  x > box.left - by && x < box.right + by && y > box.top - by && y < box.bottom + by

/** Dragging: a card of the player's hand to another place in it, or to wherever a tap could put it; a pile's card to the player.
 * A drag does what the taps would do. */
export function dragging(chooser: Chooser, guest: Guest): (root: HTMLElement) => () => void {
  return (root) => {
    let start: { x: number; y: number; pointer: number; place: HTMLElement } | null = null
    let drag: Drag | null = null
    let slipped = false // ignore the click after a drag

    // ------------------------------------------------------------ taking up

    function down(event: PointerEvent): void {
      slipped = false
      const place = (event.target as Element).closest<HTMLElement>('[data-place]')
      if (!place || !event.isPrimary || event.button !== 0 || drag || !kindOf(place)) return
      start = { x: event.clientX, y: event.clientY, pointer: event.pointerId, place }
    }

    function kindOf(place: HTMLElement): Drag['kind'] | undefined {
      const view = chooser.view
      const zone = view && zoneOf(view, place.closest<HTMLElement>('[data-zone]')?.dataset.zone ?? '')
      if (!view || !zone) return undefined
      if (zone.kind === 'hand' && zone.seat === view.seat) return 'hand'
      if (zone.kind === 'held' && zone.seat === view.seat) return 'held'
      return zone.kind === 'pile' && place.querySelector('[data-item]') ? 'pile' : undefined
    }

    function take(place: HTMLElement, x: number, y: number): void {
      const view = chooser.view
      const kind = kindOf(place)
      const layer = root.querySelector('[data-testid=flights]')
      const drawing = place.querySelector('svg')
      if (!view || !kind || !layer || !drawing) return
      const zone = place.closest<HTMLElement>('[data-zone]')!.dataset.zone!
      const index = Number(place.dataset.place)
      const box = boxOf(place)
      const ghost = document.createElement('div')
      ghost.className = 'ghost dragged'
      Object.assign(ghost.style, { width: `${box.width}px`, height: `${box.height}px`, margin: `${-box.height / 2}px 0 0 ${-box.width / 2}px` })
      ghost.append(drawing.cloneNode(true))
      layer.append(ghost)
      const chosen = chooser.isChosen(zone, index)
      const face = faceOf(zoneOf(view, zone)?.items?.[index])
      const lifted = kind === 'hand' && !chosen && chooser.lift(zone, index)
      drag = { place, zone, index, face, kind, ghost, hold: { x: x - box.x - box.width / 2, y: y - box.y - box.height / 2 }, lifted, target: null, to: index }
      root.dataset.dragging = kind
      if (kind !== 'pile') place.style.opacity = '0'
    }

    // ------------------------------------------------------------ on the way

    function move(event: PointerEvent): void {
      if (!drag && start?.pointer === event.pointerId) {
        if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < (stored.easy ? SHAKE : SLIP)) return
        take(start.place, start.x, start.y)
        if (!drag) return void (start = null)
        root.setPointerCapture(event.pointerId)
      }
      if (!drag || start?.pointer !== event.pointerId) return
      if (!stillThere(drag)) return cancel()
      const [x, y] = [event.clientX - drag.hold.x, event.clientY - drag.hold.y]
      drag.ghost.style.transform = `translate(${x}px, ${y}px) rotate(2deg) scale(1.06)`
      aim(drag, event.clientX, event.clientY, x, y)
    }

    const stillThere = ({ place, zone, index, face }: Drag): boolean =>
      place.isConnected && faceOf(chooser.view ? zoneOf(chooser.view, zone)?.items?.[index] : undefined) === face

    /** Marks what a drop here would do. */
    function aim(drag: Drag, x: number, y: number, middleX: number, middleY: number): void {
      const found = targetAt(drag, x, y)
      if (found !== drag.target) {
        drag.target?.removeAttribute('data-aimed')
        found?.setAttribute('data-aimed', '')
        drag.target = found
      }
      if (drag.kind === 'hand') preview(drag, found ? drag.index : slotAt(drag, middleX, middleY))
    }

    function targetAt(drag: Drag, x: number, y: number): HTMLElement | null {
      if (drag.kind === 'pile') {
        const own = root.querySelector<HTMLElement>('[data-own]')
        return own && within(own.getBoundingClientRect(), x, y) ? own : null
      }
      const under = document.elementsFromPoint(x, y).map(target).find((one) => one && takes(drag, one))
      if (under) return under
      const near = [...root.querySelectorAll<HTMLElement>('[data-target], [data-item], [data-tray]')]
      return near.find((one) => within(one.getBoundingClientRect(), x, y, NEAR) && takes(drag, one)) ?? null
    }

    /** Whether a tap there would put this card there. */
    function takes(drag: Drag, one: HTMLElement): boolean {
      if (one.dataset.tray !== undefined) return chooser.openAsk !== null && !chooser.isChosen(drag.zone, drag.index)
      const named = one.dataset.target ?? one.dataset.item!.replace(/:(\d+)$/, '@$1')
      const zone = named.split('@')[0]!
      if (zone === drag.zone) return false
      return drag.kind === 'held' || chooser.takes(named) || chooser.takes(zone)
    }

    const places = (drag: Drag): HTMLElement[] => [...drag.place.parentElement!.querySelectorAll<HTMLElement>('[data-place]')]

    /** The place in the hand that the card is over, or its own. The order does not change while a list is being chosen. */
    function slotAt(drag: Drag, x: number, y: number): number {
      const view = chooser.view
      const zone = view && zoneOf(view, drag.zone)
      const hand = drag.place.parentElement!.getBoundingClientRect()
      const [halfWidth, halfHeight] = [drag.ghost.offsetWidth / 2, drag.ghost.offsetHeight / 2]
      if (!view || !zone || !isLoose(view, zone) || (chooser.openAsk && !drag.lifted) || !within(hand, x, y, halfHeight)) return drag.index
      let [best, least] = [drag.index, Infinity]
      places(drag).forEach((place, at) => {
        const far = Math.abs(hand.x + place.offsetLeft + halfWidth - x) + 3 * Math.abs(hand.y + place.offsetTop + halfHeight - y)
        if (far < least) [best, least] = [at, far]
      })
      return best
    }

    /** Moves the other cards to where they will be, so that nothing jumps after the drop. */
    function preview(drag: Drag, to: number): void {
      if (to === drag.to) return
      drag.to = to
      const all = places(drag)
      moved([...all.keys()], drag.index, to).forEach((from, at) => {
        const [here, there] = [all[from]!, all[at]!]
        here.style.transform = from === at ? '' : `translate(${there.offsetLeft - here.offsetLeft}px, ${there.offsetTop - here.offsetTop}px)`
      })
    }

    // ------------------------------------------------------------ letting go

    function up(event: PointerEvent): void {
      const was = drag
      if (start?.pointer !== event.pointerId) return
      start = null
      if (!was) return
      slipped = true
      setTimeout(() => (slipped = false), 80)
      if (!stillThere(was)) return cancel()
      if (was.target) drop(was, was.target)
      else if (was.to !== was.index) rearrange(was)
      else cancel()
    }

    function drop(was: Drag, on: HTMLElement): void {
      dropAt({ zone: was.zone, face: was.face, box: was.ghost.getBoundingClientRect() })
      if (was.kind === 'pile') was.place.querySelector<HTMLElement>('[data-item]')?.click()
      else if (on.dataset.tray !== undefined) {
        chooser.useTray(Number(on.dataset.tray))
        chooser.tapItem(was.zone, was.index)
      } else on.click()
      drag = null
      on.removeAttribute('data-aimed')
      delete root.dataset.dragging
      if (!guest.busy) return glide(was)
      // The card waits where it was dropped until the server answers.
      const done = (): void => {
        clearTimeout(timer)
        watch.disconnect()
        dropAt(null)
        glide(was, guest.refusal !== null)
      }
      const timer = setTimeout(done, PATIENCE)
      const watch = new MutationObserver(done)
      watch.observe(root, { attributeFilter: ['data-version'] })
    }

    function rearrange(was: Drag): void {
      if (was.lifted) chooser.cancel()
      const items = (chooser.view && zoneOf(chooser.view, was.zone)?.items) ?? []
      const row = was.place.parentElement!
      guest.lay(moved(items.map((item) => faceOf(item) ?? ''), was.index, was.to))
      flushSync()
      const now = row.querySelectorAll<HTMLElement>('[data-place]')[was.to]
      release(was)
      glide({ ...was, place: now ?? was.place })
    }

    function cancel(): void {
      const was = drag
      start = null
      if (!was) return
      if (was.lifted) chooser.cancel()
      release(was)
      glide(was)
    }

    function release(was: Drag): void {
      drag = null
      was.target?.removeAttribute('data-aimed')
      delete root.dataset.dragging
      for (const place of places(was)) place.style.transform = ''
    }

    /** Moves the card back to its place, which stays empty until then. */
    function glide(was: Drag, back = true): void {
      was.place.style.opacity = ''
      const ends = was.place.isConnected ? boxOf(was.place) : null
      if (!back || !ends || document.documentElement.dataset.motion === 'less') return was.ghost.remove()
      const veil = was.place.animate({ opacity: [0, 0] }, { duration: BACK - 10 })
      const home = `translate(${ends.x + ends.width / 2}px, ${ends.y + ends.height / 2}px)`
      was.ghost.animate({ transform: [was.ghost.style.transform, home] }, { duration: BACK, easing: 'ease-out' }).onfinish = () => {
        veil.cancel()
        was.ghost.remove()
      }
    }

    // ------------------------------------------------------------ keys and stray clicks

    function key(event: KeyboardEvent): void {
      if (event.key === 'Escape' && drag) {
        event.stopPropagation()
        slipped = true
        return cancel()
      }
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      const place = (event.target as Element).closest<HTMLElement>('[data-place]')
      if (!step || !place || !(event.shiftKey || event.altKey) || event.ctrlKey || event.metaKey || kindOf(place) !== 'hand') return
      event.preventDefault()
      event.stopPropagation()
      const view = chooser.view!
      const zone = zoneOf(view, place.closest<HTMLElement>('[data-zone]')!.dataset.zone!)!
      const from = Number(place.dataset.place)
      const to = from + step
      const faces = (zone.items ?? []).map((item) => faceOf(item) ?? '')
      if (chooser.openAsk || !isLoose(view, zone) || to < 0 || to >= faces.length) return
      const row = place.parentElement!
      guest.lay(moved(faces, from, to))
      flushSync()
      row.querySelector<HTMLElement>(`[data-place="${to}"] button`)?.focus()
      guest.say(words.table.movedTo(faceWords(faces[from]!), to + 1, faces.length))
    }

    function click(event: MouseEvent): void {
      if (!slipped || !event.isTrusted) return
      slipped = false
      event.preventDefault()
      event.stopPropagation()
    }

    root.addEventListener('pointerdown', down)
    root.addEventListener('pointermove', move)
    root.addEventListener('pointerup', up)
    root.addEventListener('pointercancel', cancel)
    root.addEventListener('keydown', key, { capture: true })
    root.addEventListener('click', click, { capture: true })
    return () => {
      cancel()
      root.removeEventListener('pointerdown', down)
      root.removeEventListener('pointermove', move)
      root.removeEventListener('pointerup', up)
      root.removeEventListener('pointercancel', cancel)
      root.removeEventListener('keydown', key, { capture: true })
      root.removeEventListener('click', click, { capture: true })
    }
  }
}

import { listenForTouch, play } from './sounds'
import type { ViewMessage } from './wire'

const BLINK = 1200

/** Whether this seat is asked and waited for. */
export const isTurn = (frame: ViewMessage | null): boolean =>
  !!frame?.view?.asks?.length && frame.table.phase === 'playing' && !!frame.view.waiting?.includes(frame.you.seat ?? -1)

/** Whether another player's move made it this player's turn. A next step in the same turn does not count. */
export const becameTurn = (before: ViewMessage | null, now: ViewMessage | null): boolean => !!before && isTurn(now) && !isTurn(before)

/** Alerts a player who looks elsewhere: two notes, a short vibration, a title that blinks until they look. Call it while a component is
 * being set up. */
export function turnAlert(frame: () => ViewMessage | null): { readonly faint: boolean } {
  let before: ViewMessage | null = null
  let hidden = $state(document.hidden)
  let faint = $state(false)
  const turn = $derived(isTurn(frame()))

  $effect(listenForTouch)
  $effect(() => {
    const look = (): void => void (hidden = document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  })
  $effect(() => {
    const now = frame()
    if (becameTurn(before, now)) {
      play('turn')
      if (document.hidden || !document.hasFocus()) navigator.vibrate?.([80, 60, 80])
    }
    before = now
  })
  $effect(() => {
    if (!hidden || !turn) return
    const timer = setInterval(() => (faint = !faint), BLINK)
    return () => {
      clearInterval(timer)
      faint = false
    }
  })
  return {
    get faint() {
      return faint
    },
  }
}

import { games } from './api'
import type { Mount } from './board'
import { load } from './load'
import type { GameInfo } from './wire'

/** What installed packages of games bring for the page. */

let asked: Promise<GameInfo[]> | undefined

export async function gameInfo(game: string): Promise<GameInfo | undefined> {
  asked ??= load(games)
  const found = await asked.catch(() => (asked = undefined))
  return found?.find(({ name }) => name === game)
}

/** The boards that were asked for; null for one that can't be loaded. */
const boards = new Map<string, Mount | null>()

export const packageBoard = (game: string): Mount | null => boards.get(game) ?? null

/** Fetches the board of the game's package. Returns whether it brings one. */
export async function fetchBoard(game: string): Promise<boolean> {
  const address = boards.has(game) ? '' : (await gameInfo(game))?.board
  if (address) {
    let tries = 0 // a browser remembers a module that it could not load, so each try has an address of its own
    const part = (): Promise<{ mount?: Mount }> => import(/* @vite-ignore */ tries++ ? `${address}?${tries}` : address)
    boards.set(game, await load(part).then(({ mount }) => mount ?? null, () => null))
  }
  return boards.has(game)
}

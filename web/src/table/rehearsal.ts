import { flushSync, mount, unmount } from 'svelte'
import type { BoardComponent } from '../lib/boards'
import { Guest } from '../lib/guest.svelte'
import { load, whenIdle } from '../lib/load'
import type { Ask, View, ViewMessage, Zone } from '../lib/wire'
import type GameTable from './GameTable.svelte'

/** While people gather, a device sets a table that nobody sees, with a few cards, and clears it again. What is slow the first time,
 * such as reading templates and compiling scripts, is done before the deal. */
export async function rehearse(board: BoardComponent, lobby: () => ViewMessage | null): Promise<void> {
  const { default: table } = await load(() => import('./GameTable.svelte'))
  const scenes: [BoardComponent, Ask[]][] = [[NO_BOARD, PLAYING], [board, PLAYING], [board, ANSWERING]]
  const next = (): void => {
    const scene = scenes.shift()
    const frame = lobby()
    if (!scene) performance.mark('rehearsed')
    if (!scene || !frame) return
    play(table, ...scene, frame)
    whenIdle(next)
  }
  whenIdle(next)
}

const NO_BOARD = (() => ({})) as unknown as BoardComponent
const HAND = 'hand:0'
const PLAYING: Ask[] = [
  { action: { do: 'draw' }, say: '', at: 'stock' },
  { action: { do: 'discard', card: { hole: 'card', from: HAND } }, say: '' },
]
const ANSWERING: Ask[] = [{ action: { do: 'pass' }, say: '' }]
const LATER: Ask[] = [{ action: { do: 'lay_down', groups: { hole: 'groups', from: HAND, needs: [''] } }, say: '' }]

function play(component: typeof GameTable, board: BoardComponent, asks: Ask[], lobby: ViewMessage): void {
  const guest = new Guest('', false)
  const table = { ...lobby.table, code: '', phase: 'playing' as const }
  guest.rewind({ ...lobby, you: { ...lobby.you, seat: 0 }, table, view: viewWith(asks, table.game, table.chairs.length), happened: [] }, false)
  try {
    const drawn = mount(component, { target: document.createElement('div'), props: { guest, frame: guest.frame!, board } })
    flushSync()
    void unmount(drawn)
  } catch {
    // A board that makes nothing of these cards is only drawn more slowly when it counts.
  }
}

function viewWith(asks: Ask[], game: string, seats: number): View {
  const zones: Zone[] = [
    { id: 'stock', kind: 'pile', label: '', count: 9 },
    { id: 'discard', kind: 'pile', label: '', items: ['7H'] },
    { id: HAND, kind: 'hand', label: '', seat: 0, items: ['AS', '10D', { face: 'QC', new: true }, 'JOK'] },
    { id: 'hand:1', kind: 'hand', label: '', seat: 1, items: [{ down: true }] },
    { id: 'meld:1', kind: 'meld', label: '', seat: 1, items: ['7S', '8S', '9S'] },
  ]
  const seat = { score: 0, cards: 1, tags: [] }
  return { game, seat: 0, round: 1, of: 1, title: '', prompt: '', seats: Array.from({ length: seats }, () => seat), zones, asks, later: LATER, waiting: [0] }
}

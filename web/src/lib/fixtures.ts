/** Plain server messages for tests to change. */

import { USUAL_PACE } from './pace'
import { ONLOOKER } from './seats'
import type { ChairView, TableView, View, ViewMessage } from './wire'

export const CHAIR: ChairView = { name: '', state: 'person', kept: '', bot: null, here: true, host: false, words: false, ready: false, nudged: false }

export const TABLE: TableView = {
  code: 'BCD234',
  game: 'golf',
  title: 'Golf',
  round_word: 'round',
  most_wins: false,
  windows: false,
  window: null,
  races: false,
  grace: false,
  phase: 'playing',
  chairs: [],
  locked: false,
  onlookers: true,
  hints: true,
  lookback: true,
  one_tap: true,
  emotes: true,
  watching: 0,
  pace: USUAL_PACE,
  options: {},
  house_rules: [],
  commitment: '',
  secret: null,
  words: null,
  promises: null,
  undo: null,
  returning: [],
  rematch: null,
  decor: {},
  notice: '',
  lesson: null,
}

export const VIEW: View = { game: 'golf', seat: null, round: 1, of: 9, title: '', prompt: '', seats: [], zones: [] }

export const FRAME: ViewMessage = { type: 'view', version: 0, you: ONLOOKER, table: TABLE, view: VIEW, deadline: null, grace: null, hold: null, stand_ins: [], happened: [] }

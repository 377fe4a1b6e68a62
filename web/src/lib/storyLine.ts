/** What just happened, in one line. Knows no page and no rules. */

import { SUIT_SIGNS, SUITS, type Suit } from './cards'
import type { Happened } from './wire'

export interface StoryPart {
  text: string
  suit: Suit | 'joker' | '' // of a card; '' for words
}

/** Words and cards by turns. */
export const partsOf = (sentence: string): StoryPart[] =>
  sentence
    .split(/((?:10|[2-9AJQK])[♠♥♦♣]|\bjoker\b)/)
    .map((text, at): StoryPart => ({ text, suit: at % 2 ? (SUITS.find((suit) => text.endsWith(SUIT_SIGNS[suit])) ?? 'joker') : '' }))
    .filter(({ text }) => text)

/** Whether the reader did it. */
const isOwn = ({ say }: Happened): boolean => /^You\b/.test(say[0] ?? '')

/** The reader's points in a sentence that has everybody's: "You 55", "You and Cleo: 40". */
const POINTS = /\bYou( and [^:,.]+)?:? [−-]?\d+/g

/** Whether somebody else did something that the reader should know: took their joker, bought their card. */
export const concernsYou = (entry: Happened): boolean => !isOwn(entry) && entry.say.some((sentence) => /\b[Yy]our?\b/.test(sentence.replace(POINTS, '')))

/** The entry to show after some news: what concerns the reader stays until they do something, or until more concerns them. */
export const heldAfter = (held: Happened | null, news: Happened[]): Happened | null =>
  news.reduce<Happened | null>((now, entry) => (isOwn(entry) ? null : concernsYou(entry) ? entry : now), held)

/** Tags of a player that are drawn, not written. */

const DRAWN = { caterpillar: 'caterpillar', butterfly: 'butterfly', 'laid down': 'laid', dealer: 'dealer' } as const
const BUYS = /^(\d+) buys? left$/

export interface SignOf {
  sign: (typeof DRAWN)[keyof typeof DRAWN] | 'buys'
  say: string
  count?: number
}

const signOf = (tag: string): SignOf | undefined => {
  const buys = BUYS.exec(tag)
  if (buys) return { sign: 'buys', say: tag, count: Number(buys[1]) }
  return tag in DRAWN ? { sign: DRAWN[tag as keyof typeof DRAWN], say: tag } : undefined
}

export const signsOf = (tags: string[]): SignOf[] => tags.flatMap((tag) => signOf(tag) ?? [])
export const otherTags = (tags: string[]): string[] => tags.filter((tag) => !signOf(tag))
export const buysLeft = (tags: string[]): string => tags.find((tag) => BUYS.test(tag)) ?? ''

/** The player's tags that are drawn instead of written. */

const DRAWN = { caterpillar: 'caterpillar', butterfly: 'butterfly', 'laid down': 'laid' } as const
const BUYS = /^(\d+) buys? left$/

export interface TagIcon {
  icon: (typeof DRAWN)[keyof typeof DRAWN] | 'buys'
  say: string
  count?: number
}

const iconOf = (tag: string): TagIcon | undefined => {
  const buys = BUYS.exec(tag)
  if (buys) return { icon: 'buys', say: tag, count: Number(buys[1]) }
  return tag in DRAWN ? { icon: DRAWN[tag as keyof typeof DRAWN], say: tag } : undefined
}

export const tagIcons = (tags: string[]): TagIcon[] => tags.flatMap((tag) => iconOf(tag) ?? [])
export const otherTags = (tags: string[]): string[] => tags.filter((tag) => !iconOf(tag))
/** Whether a caterpillar has become a butterfly. */
export const changes = (before: string[], now: string[]): boolean => before.includes('caterpillar') && now.includes('butterfly')
export const buysLeft = (tags: string[]): string => tags.find((tag) => BUYS.test(tag)) ?? ''

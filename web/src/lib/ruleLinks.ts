import * as words from '../words'
import type { Option, OptionValue } from './wire'

/** House rules as a link: /new/golf?holes=3&knock_early=true names only what differs from the game as written. */

export type RuleValues = Record<string, OptionValue>

const same = (one: OptionValue, other: OptionValue): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The rules after one is set, without values that are as written, and without those that it replaces. */
export function withRule(rules: RuleValues, option: Option, value: OptionValue): RuleValues {
  const { [option.name]: _, ...rest } = rules
  if (same(value, option.default)) return rest
  for (const name of option.replaces ?? []) delete rest[name]
  return { ...rest, [option.name]: value }
}

export const sameRules = (one: RuleValues, other: RuleValues): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => name in other && same(value, other[name] as OptionValue))

/** A value in a link. In a text, a plus sign is written as it is, which a reader of links takes for a space. */
const written = (value: OptionValue): string =>
  value === null ? 'none' : typeof value === 'string' ? value.replaceAll('+', ' ') : String(value)

export const linkTo = (game: string, rules: RuleValues): string => {
  const asked = new URLSearchParams(Object.entries(rules).map(([name, value]) => [name, written(value)]))
  const query = asked.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  return `/new/${encodeURIComponent(game)}${query && `?${query}`}`
}

/** The rules in a link, and a sentence for each one that this game cannot have. */
export function readRules(options: Option[], query: string): { rules: RuleValues; trouble: string[] } {
  let rules: RuleValues = {}
  const trouble: string[] = []
  for (const [name, text] of new URLSearchParams(query)) {
    const option = options.find((one) => one.name === name)
    const value = option && readValue(option, text)
    if (!option) trouble.push(words.houseRules.unknown(name))
    else if (value === undefined) trouble.push(words.houseRules.impossible(option.about, text))
    else rules = withRule(rules, option, value)
  }
  return { rules, trouble }
}

/** Saved rules, without those that the game no longer has. */
export const stillPossible = (options: Option[], rules: RuleValues): RuleValues =>
  readRules(options, linkTo('', rules).split('?')[1] ?? '').rules

const SWITCH: Record<string, boolean> = { true: true, on: true, yes: true, '1': true, false: false, off: false, no: false, '0': false }

function readValue(option: Option, text: string): OptionValue | undefined {
  const number = (part: string): number | undefined => {
    const found = /^-?\d{1,9}$/.test(part.trim()) ? Number(part) : NaN
    return found >= (option.least ?? found) && found <= (option.most ?? found) ? found : undefined
  }
  const parts = text.split(',').map((part) => part.trim()).filter(Boolean)
  switch (option.kind) {
    case 'switch':
      return SWITCH[text.toLowerCase()]
    case 'number':
      return option.none && text.toLowerCase() === 'none' ? null : number(text)
    case 'choice':
      return option.choices && Object.hasOwn(option.choices, text) ? text : undefined
    case 'counts': {
      const numbers = parts.map(number).filter((one) => one !== undefined)
      return numbers.length === parts.length && parts.length === option.each?.length ? numbers : undefined
    }
    case 'words':
      return parts.length <= (option.most ?? 0) ? parts : undefined
    case 'text':
      return text.trim().replaceAll(' ', '+') // the server reads it
  }
}

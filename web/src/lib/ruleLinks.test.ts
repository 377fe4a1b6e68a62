import { expect, test } from 'vitest'
import { linkTo, readRules, sameRules, stillPossible, withRule } from './ruleLinks'
import type { Option } from './wire'

const rule = (name: string, kind: Option['kind'], more: Partial<Option>): Option => ({
  name,
  kind,
  default: false,
  about: `About ${name}.`,
  rule: 'X1',
  group: 'The game',
  ...more,
})
const OPTIONS = [
  rule('holes', 'number', { default: 9, least: 1, most: 18 }),
  rule('buys', 'number', { default: 3, least: 1, most: 9, none: 'no limit' }),
  rule('early', 'switch', {}),
  rule('deck', 'choice', { default: 'low', choices: { low: 'low cards', usual: 'the usual' } }),
  rule('cards', 'counts', { default: [1, 2], least: 0, most: 5, each: ['ace', 'two'] }),
  rule('cries', 'words', { default: [], most: 2 }),
  rule('list', 'text', { default: '', replaces: ['buys'] }),
]
const all = { holes: 3, buys: null, early: true, deck: 'usual', cards: [0, 5], cries: ['Ho ho', 'é&='] }

test('rules survive a link', () => {
  const link = linkTo('golf', all)
  expect(link).toMatch(/^\/new\/golf\?holes=3&buys=none&early=true&deck=usual&cards=0,5&cries=/)
  expect(readRules(OPTIONS, link.split('?')[1]!)).toEqual({ rules: all, trouble: [] })
  expect(linkTo('golf', {})).toBe('/new/golf')
})

test('a text in a link reads as it is written', () => {
  const rules = { list: '6:3+3,7:3+r4' }
  expect(linkTo('golf', rules)).toBe('/new/golf?list=6:3+3,7:3+r4')
  expect(readRules(OPTIONS, 'list=6:3+3,7:3+r4')).toEqual({ rules, trouble: [] })
  expect(readRules(OPTIONS, 'list=6:3%2B3,7:3%2Br4')).toEqual({ rules, trouble: [] })
})

test('a rule that replaces another removes it', () => {
  expect(withRule({ buys: 2, holes: 3 }, OPTIONS.at(-1)!, '6:3')).toEqual({ holes: 3, list: '6:3' })
  expect(withRule({ buys: 2, list: '6:3' }, OPTIONS.at(-1)!, '')).toEqual({ buys: 2 })
})

test('values as written are left out of the rules', () => {
  expect(readRules(OPTIONS, 'holes=9&early=false&cards=1,2').rules).toEqual({})
  expect(withRule({ holes: 3 }, OPTIONS[0]!, 9)).toEqual({})
})

test('unknown and impossible rules are reported and left out', () => {
  const { rules, trouble } = readRules(OPTIONS, 'holes=99&early=perhaps&deck=constructor&cards=1&cries=a,b,c&jokers=2&buys=2')
  expect(rules).toEqual({ buys: 2 })
  expect(trouble).toHaveLength(6)
  expect(trouble[0]).toContain('“99”')
  expect(trouble[5]).toContain('“jokers”')
})

test('saved rules that the game no longer has are dropped quietly', () => {
  expect(stillPossible(OPTIONS, { ...all, holes: 30, gone: true })).toEqual({ ...all, holes: undefined })
  expect(sameRules(all, { ...all })).toBe(true)
  expect(sameRules(all, {})).toBe(false)
})

import { expect, test } from 'vitest'
import { appointmentText, fieldOf, suggested } from './calendar'

const AT = Date.UTC(2026, 10, 22, 17, 30) / 1000

test('a calendar has the moment in UTC, the name escaped and the link', () => {
  const file = appointmentText('The Smiths, Joneses; and \\ more', AT, 'https://cards.example.org/circle#secret', AT - 86_400)
  expect(file).toContain('DTSTART:20261122T173000Z\r\n')
  expect(file).toContain('DTEND:20261122T193000Z\r\n')
  expect(file).toContain('DTSTAMP:20261121T173000Z\r\n')
  expect(file.replace(/\r\n /g, '')).toContain('The Smiths\\, Joneses\\; and \\\\ more')
  expect(file).toContain('URL:https://cards.example.org/circle#secret\r\n')
})

test('a game is the same by every link to its circle, and no other circle’s', () => {
  const id = (link: string): string | undefined => /UID:(.*)\r\n/.exec(appointmentText('The Smiths', AT, link))?.[1]
  expect(id('https://one.example/circle#secret')).toBe(id('https://two.example/circle#secret'))
  expect(id('https://one.example/circle#secret')).not.toBe(id('https://one.example/circle#other'))
  expect(id('https://one.example/circle#secret')).not.toContain('secret')
})

test('no line is longer than 75 bytes, and none breaks a letter', () => {
  const file = appointmentText('Ötzi ☕'.repeat(30), AT, `https://cards.example.org/circle#${'s'.repeat(90)}`)
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file.replace(/\r\n /g, '')).toContain('Ötzi ☕'.repeat(30))
})

test('a field has the time of the device', () => {
  expect(fieldOf(new Date(2026, 0, 2, 3, 4))).toBe('2026-01-02T03:04')
})

test('the next game is suggested in the evening of a day like this, or a week after the last', () => {
  const sunday = new Date(2026, 10, 22, 21, 47)
  expect(suggested(null, sunday)).toEqual(new Date(2026, 10, 29, 19, 0))
  const last = new Date(2026, 10, 8, 18, 30).getTime() / 1000
  expect(suggested(last, sunday)).toEqual(new Date(2026, 10, 29, 18, 30))
})

/** The next game as a file for calendars (iCalendar, RFC 5545). */

import { sha256, toHex, utf8 } from '../lib/sha256'
import * as words from '../words'

const LENGTH = 2 * 3600 // seconds that an evening takes in a calendar

/** A moment in UTC: "20261122T173000Z". Calendars show it in their own zone. */
const stamp = (at: number): string => `${new Date(at * 1000).toISOString().replace(/[-:]|\.\d+/g, '')}`

/** What a calendar knows the game by: two circles may play at the same time, and a circle keeps its secret when its link changes. */
const id = (at: number, link: string): string => `${stamp(at)}-${toHex(sha256(utf8(link.split('#')[1] ?? link))).slice(0, 16)}-parlour`

/** Text in a calendar: commas, semicolons, backslashes and line breaks are escaped. */
const text = (said: string): string => said.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Lines have up to 75 bytes; a longer one goes on in the next after a space. */
function folded(line: string): string {
  const parts = ['']
  for (const letter of line) {
    const last = parts.length - 1
    if (new TextEncoder().encode(`${parts[last]}${letter}`).length > (last ? 74 : 75)) parts.push(letter)
    else parts[last] += letter
  }
  return parts.join('\r\n ')
}

export function appointmentText(name: string, at: number, link: string, now = Date.now() / 1000): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Parlour//EN',
    'BEGIN:VEVENT',
    `UID:${id(at, link)}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(at)}`,
    `DTEND:${stamp(at + LENGTH)}`,
    `SUMMARY:${text(words.nextGame.summary(name))}`,
    `URL:${link}`,
    `DESCRIPTION:${text(link)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

export const appointment = (name: string, at: number, link: string): File =>
  new File([appointmentText(name, at, link)], 'parlour.ics', { type: 'text/calendar' })

const EVENING = 19 // o'clock

/** When a family may want to play next: a week after the last time, or a week from today in the evening. */
export function suggested(last: number | null, now = new Date()): Date {
  const then = last === null ? new Date(now) : new Date(last * 1000)
  if (last === null) then.setHours(EVENING, 0, 0, 0)
  do then.setDate(then.getDate() + 7)
  while (then <= now)
  return then
}

/** A moment as a field for date and time has it, in the device's own zone: "2026-11-22T18:30". */
export function fieldOf(moment: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

import { expect, test } from 'vitest'
import { facesOf, readList, writeList } from './contractList'

test('a list is read as the server reads it, and written in one way', () => {
  const list = '7:3+4+r4,10:r3+r5'
  expect(writeList(readList(list)!)).toBe(list)
  for (const loose of ['7: r4+4+3; 10: R5 + r3', '7:s3 s4 r4,10:r5 r3,', '7:+3+4 r4;;10:r3+r5'])
    expect(writeList(readList(loose)!)).toBe(list)
})

test('a list that cannot be read is none', () => {
  for (const wrong of ['', 'two sets', '7:3+x3', '7:', '7:2', '7:7', '7:r8', '2:3', '17:3', '9:3+3+3+3+3', '7:3,'.repeat(13)])
    expect(readList(wrong)).toBeNull()
})

test('every meld has a picture of its own cards', () => {
  expect(facesOf({ run: true, size: 7 }, 3)).toEqual(['7C', '8C', '9C', '10C', 'JC', 'QC', 'KC'])
  expect(facesOf({ run: false, size: 3 }, 0)).toEqual(['7H', '7S', '7D'])
})

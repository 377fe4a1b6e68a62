import { expect, test } from 'vitest'
import { fromHex, hmac, sha256, toHex, utf8 } from './sha256'

const { subtle } = globalThis.crypto
const bytes = (length: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length }, (_, place) => (place * place * 31 + length) % 256)

test('the SHA-256 of nothing and of abc are as in the standard', () => {
  expect(toHex(sha256(utf8('')))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(toHex(sha256(utf8('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('messages and keys of every length have the same digests as elsewhere', async () => {
  for (let length = 0; length < 300; length++) {
    const [message, secret] = [bytes(length), bytes(1 + (length % 150))]
    expect(toHex(sha256(message))).toBe(toHex(new Uint8Array(await subtle.digest('SHA-256', message))))
    const key = await subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    expect(toHex(hmac(secret, message))).toBe(toHex(new Uint8Array(await subtle.sign('HMAC', key, message))))
  }
})

test('bytes are written as hexadecimal digits and read again', () => {
  expect([...fromHex('00ff7f')]).toEqual([0, 255, 127])
  expect(toHex(fromHex('00ff7f'))).toBe('00ff7f')
})

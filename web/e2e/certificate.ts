/** A certificate for this machine, signed by itself: node has no function that makes one. */

import { generateKeyPairSync, sign } from 'node:crypto';

/** One value of DER (X.690): a tag, the length and the content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const oid = (...bytes: readonly number[]): Buffer => der(0x06, Buffer.from(bytes));
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value));

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const COMMON_NAME = oid(0x55, 0x04, 0x03);
const SUBJECT_ALT_NAME = oid(0x55, 0x1d, 0x11);

/** A time as `YYMMDDHHMMSSZ`. */
function utc(time: number): Buffer {
  return text(0x17, `${new Date(time).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`);
}

/** A key and a certificate for `localhost` and 127.0.0.1, valid from yesterday until tomorrow, both as PEM (RFC 5280). */
export function certificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(der(0x31, sequence(COMMON_NAME, text(0x0c, 'localhost'))));
  const names = sequence(text(0x82, 'localhost'), der(0x87, Buffer.from([127, 0, 0, 1])));
  const day = 24 * 60 * 60 * 1000;
  const contents = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(utc(Date.now() - day), utc(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, names)))),
  );
  const signature = sign('sha256', contents, privateKey);
  const bits = der(0x03, Buffer.from([0]), signature);
  const body = sequence(contents, ECDSA_WITH_SHA256, bits).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

import { createHash } from 'node:crypto'

/**
 * The id of a payment without an order: a UUID (version 8, RFC 9562) derived from its event's key. The same
 * event gives the same id, so that booking it twice violates the primary key; it never equals an order's id,
 * which is version 7.
 */
export const paymentIdOf = (eventKey: string): string => {
  const bytes = createHash('sha256').update(eventKey).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

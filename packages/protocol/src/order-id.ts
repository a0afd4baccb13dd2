/** An order's uuid is also its on-chain `orderId`: the uuid's 128 bits as an unsigned integer. */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const orderIdToUint = (uuid: string): bigint => {
  if (!UUID.test(uuid)) throw new RangeError(`not a lower-case uuid: ${uuid}`)
  return BigInt(`0x${uuid.replaceAll('-', '')}`)
}

export const uintToOrderId = (value: bigint): string => {
  if (value < 0n || value >= 2n ** 128n) throw new RangeError(`order id out of range: ${value}`)
  const hex = value.toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

import { hexSchema } from '@dr/protocol/schemas'
import type { Hex } from 'viem'
import * as z from 'zod'
import { createSharedAsker, fulfilled, rejected, type Settled } from '../../../platform/batcher.ts'
import type { SignerEndpoint } from '../../../platform/config/config-types.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { serializeTypedData } from '../issue/typed-data.ts'
import { recoverSigner } from './sign-digest.ts'
import { createSignerRequest } from './signer-request.ts'
import { SIGN_BATCH_MAX, SIGNER_PATHS } from './signer-wire.ts'
import {
  NoSignerKeyError,
  SignatureMismatchError,
  SignerRefusedError,
  SignerUnavailableError,
  type SignRequest,
  type VoucherSigner,
} from './voucher-signer.ts'

/** Time for which addresses are cached: the process's new key after a restart is used this much later. */
const ADDRESSES_KEPT_MS = 5_000
/** Pause after a missing answer, so that requests with a database connection do not wait for the next. */
const REST_MS = 1_000

const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

const addressesSchema = z.strictObject({ addresses: z.array(hexSchema(20)).min(1).max(2) })
const resultsSchema = z.strictObject({
  results: z.array(
    z.union([
      z.strictObject({ signature: hexSchema(65) }),
      z.strictObject({ refused: z.string().max(40), detail: z.string().max(500) }),
    ]),
  ),
})
type Result = z.output<typeof resultsSchema>['results'][number]

const parse = <S extends z.ZodType>(schema: S, answer: unknown): z.output<S> => {
  const { data, error } = schema.safeParse(answer)
  if (error)
    throw new SignerUnavailableError('SIGNER_URL: what answers is no signing process', { cause: error })
  return data as z.output<S>
}

const isLow = (signature: Hex): boolean => BigInt(`0x${signature.slice(66, 130)}`) <= HALF_ORDER

const signatureOf = async (request: SignRequest, result: Result | undefined): Promise<Hex> => {
  if (result === undefined) throw new SignerUnavailableError('SIGNER_URL: the answer is incomplete')
  if ('refused' in result) {
    if (result.refused === 'key') throw new NoSignerKeyError(result.detail)
    throw new SignerRefusedError(result.refused, result.detail)
  }
  const signature = result.signature as Hex
  const signed = { digest: request.digest, signature }
  const isRight = isLow(signature) && (await recoverSigner(signed).catch(() => undefined)) === request.address
  if (!isRight) throw new SignatureMismatchError('a voucher signature of the signing process does not verify')
  return signature
}

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

/** Signs by a separate process, which has the keys and its own rules (ADR 0050). */
export const createProcessSigner = (endpoint: SignerEndpoint): VoucherSigner => {
  const ask = createSignerRequest(endpoint)
  let known: { readonly addresses: readonly LowerHex[]; readonly until: number } | undefined
  let away: { readonly error: unknown; readonly until: number } | undefined

  const asking = async <T>(work: () => Promise<T>): Promise<T> => {
    if (away && performance.now() < away.until) throw away.error
    try {
      return await work()
    } catch (error) {
      known = undefined
      away = { error, until: performance.now() + REST_MS }
      throw error
    }
  }
  const readAddresses = createSharedAsker(() =>
    asking(async () => {
      const { addresses } = parse(addressesSchema, await ask(SIGNER_PATHS.addresses))
      known = { addresses: addresses as LowerHex[], until: performance.now() + ADDRESSES_KEPT_MS }
      return known.addresses
    }),
  )
  const signSome = async (requests: readonly SignRequest[]): Promise<Settled<Hex>[]> => {
    const vouchers = requests.map(({ voucher, address, order }) => ({
      address,
      typedData: serializeTypedData(voucher),
      order,
    }))
    try {
      const { results } = await asking(async () =>
        parse(resultsSchema, await ask(SIGNER_PATHS.sign, { vouchers })),
      )
      return await Promise.all(
        requests.map((request, index) => signatureOf(request, results[index]).then(fulfilled, rejected)),
      )
    } catch (error) {
      return requests.map(() => rejected(error))
    }
  }
  return {
    addresses: async () => (known && performance.now() < known.until ? known.addresses : readAddresses()),
    sign: async (requests) => (await Promise.all(chunksOf(requests, SIGN_BATCH_MAX).map(signSome))).flat(),
    isBy: async (signed, address) => (await recoverSigner(signed)) === address,
  }
}

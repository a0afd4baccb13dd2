/** Signatures of a release: `SHA256SUMS.sig`, a line for each, of the version and the sums. */
import { type Address, type Hex, isAddressEqual, recoverMessageAddress } from 'viem'
import { sha256 } from './sums.ts'

/** Signatures needed of three keys, so that neither a stolen nor a lost one decides. */
export const SIGNATURES_NEEDED = 2
const SIGNATURE = /^0x[0-9a-f]{130}$/i

/** Text that a release key signs (EIP-191). The version keeps an older release from passing as a newer one. */
export const releaseMessage = (version: string, sums: string): string =>
  `Digital Rights release ${version}\nSHA-256 of SHA256SUMS: ${sha256(sums)}`

/** Those of `signers` that signed; lines that are no signature of one of them count as nothing. */
export const signersOf = async (
  message: string,
  { signatures, signers }: { readonly signatures: string; readonly signers: readonly Address[] },
): Promise<readonly Address[]> => {
  const lines = signatures.split('\n').filter((line): line is Hex => SIGNATURE.test(line))
  const found = await Promise.all(
    lines.map((signature) => recoverMessageAddress({ message, signature }).catch(() => null)),
  )
  return signers.filter((signer) => found.some((one) => one !== null && isAddressEqual(one, signer)))
}

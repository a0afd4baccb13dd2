/** Types of the used part of the package's binding, which has none. */
declare module 'secp256k1/bindings.js' {
  const binding: {
    publicKeyCreate(key: Uint8Array): Uint8Array
    ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
    ecdsaRecover(signature: Uint8Array, recid: number, digest: Uint8Array, compressed?: boolean): Uint8Array
  }
  export default binding
}

/// <reference types="vite/client" />

/** True only in a build for the local chain (`DR_LOCAL=1`), which has the faucet and the burner wallet. */
declare const __LOCAL_CHAIN__: boolean

/** False in a build with `WALLETCONNECT=off`, which has none of WalletConnect's code (ADR 0053). */
declare const __WALLETCONNECT__: boolean

/** True in a build with `RELEASE_KEYS`: its service worker runs signed releases alone (ADR 0074). */
declare const __PINNED__: boolean

declare module 'virtual:catalogs' {
  type Texts = { readonly messages: import('@lingui/core').Messages }
  type Loaders = Readonly<Record<import('@dr/protocol/constants').Locale, () => Promise<Texts>>>
  export const first: Loaders
  export const more: Loaders
}

declare module 'virtual:answers' {
  export const answers: Readonly<
    Record<import('./api/endpoints.ts').CallName, import('valibot').GenericSchema>
  >
}

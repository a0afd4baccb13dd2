import { useEffect, useRef, useState } from 'react'
import { isApiError } from '../../api/errors.ts'
import { forgetInviter } from '../../api/invite/kept-inviter.ts'
import { logIn, registerUser, type SignInProof } from '../../api/mutations/sign-in.ts'
import { getSession } from '../../api/session/session.ts'
import { toastRefusal } from '../../api/toast-refusal.ts'
import { isUserRejection, type OfferedWallet } from '../../chain/wallet/provider.ts'
import { signInMessage } from '../../chain/wallet/sign-in-message.ts'
import { type NetworkWay, switchNetwork } from '../../chain/wallet/switch-network.ts'
import { getWallet, startAskingWallet, stopAskingWallet } from '../../chain/wallet/wallet.ts'
import { connectWallet } from '../../chain/wallet/wallet-connection.ts'
import { errorText } from '../../i18n/error-text.ts'
import { translate } from '../../i18n/translate.ts'

/** State of sign-in. `busy`: the wallet or the server has not answered yet. */
export type ConnectStage =
  | { readonly at: 'choose' }
  | { readonly at: 'connecting'; readonly wallet: OfferedWallet }
  | { readonly at: 'network'; readonly busy: boolean; readonly way: NetworkWay }
  | { readonly at: 'sign'; readonly busy: boolean }
  | { readonly at: 'register'; readonly proof: SignInProof; readonly busy: boolean }

const stageOfWallet = (): ConnectStage => {
  const { status, wrongNetwork } = getWallet()
  if (status !== 'connected') return { at: 'choose' }
  return wrongNetwork ? { at: 'network', busy: false, way: 'switch' } : { at: 'sign', busy: false }
}

/** Whether the session is still valid for the address: the wallet was only away (locked, for example). */
const isSignedInWith = (address: string | undefined): boolean => {
  const session = getSession()
  return session.status === 'signed-in' && session.address === address
}

/** Text of an error; a rejection in the wallet is no failure. */
const noteOf = (error: unknown): string => {
  if (isUserRejection(error)) return translate('wallet.note.rejected')
  if (isApiError(error)) return errorText(error) ?? ''
  return translate('wallet.note.walletFailed')
}

interface ConnectFlowInput {
  readonly inviter: string
  readonly onSignedIn: () => void
}

/** Registration errors about the inviter: shown beside its field. */
const INVITER_ERRORS = [
  'INVITER_NOT_A_USER',
  'INVITE_CODE_UNKNOWN',
  'INVITER_UNFIT',
  'INVITER_CHECK_FAILED',
] as const
const isInviterError = (error: unknown): boolean => INVITER_ERRORS.some((name) => isApiError(error, name))

interface ConnectState {
  readonly stage: ConnectStage
  readonly note: string | null
  readonly inviterNote: string | null
  /** Inviter that was shown when the wallet was chosen. */
  readonly shown: string
}

/** Stage after a registration failed. */
const afterRefusal = (error: unknown, proof: SignInProof): Partial<ConnectState> => {
  if (isInviterError(error))
    return { inviterNote: errorText(error), stage: { at: 'register', proof, busy: false } }
  // 1009: the nonce's 5 minutes are over. 1020: registered meanwhile, in another tab. Both: sign once more.
  const again =
    isApiError(error, 'SIGN_IN_SIGNATURE_INVALID') || isApiError(error, 'ADDRESS_ALREADY_REGISTERED')
  const stage = again ? { at: 'sign', busy: false } : { at: 'register', proof, busy: false }
  return { note: noteOf(error), stage: stage as ConnectStage }
}

type Show = (change: Partial<ConnectState>) => void

/** Steps with the server: each shows the stage that it leads to. */
const signInSteps = (show: Show, onSignedIn: () => void) => {
  const register = async (proof: SignInProof, inviteCode: string | undefined): Promise<void> => {
    show({ note: null, inviterNote: null })
    try {
      await registerUser(proof, inviteCode)
      if (inviteCode !== undefined) forgetInviter()
      onSignedIn()
    } catch (error) {
      toastRefusal(error)
      show(afterRefusal(error, proof))
    }
  }

  /** `known`: inviter of a new registration; '' asks for one first. */
  const sign = async (known: string): Promise<void> => {
    const { address } = getWallet()
    if (address === undefined) return show({ stage: { at: 'choose' } })
    show({ note: null, stage: { at: 'sign', busy: true } })
    try {
      const proof = await signInMessage(address)
      try {
        await logIn(proof)
        onSignedIn()
      } catch (error) {
        if (!isApiError(error, 'USER_UNKNOWN')) throw error
        if (known === '') show({ stage: { at: 'register', proof, busy: false } })
        else await register(proof, known)
      }
    } catch (error) {
      toastRefusal(error)
      show({ note: noteOf(error), stage: stageOfWallet() })
    }
  }

  return { register, sign }
}

/** Steps before the signature: each asks the wallet, and shows the stage that it leads to. */
const walletSteps = (show: Show, onSignedIn: () => void, sign: (known: string) => Promise<void>) => {
  /** Asks for the next step that the wallet lacks, otherwise for its signature. */
  const proceed = async (known: string): Promise<void> => {
    const next = stageOfWallet()
    if (next.at === 'sign') await sign(known)
    else show({ stage: next })
  }

  const connect = async (wallet: OfferedWallet, inviter: string): Promise<void> => {
    show({ shown: inviter, note: null, stage: { at: 'connecting', wallet } })
    startAskingWallet()
    try {
      if (!(await connectWallet(wallet))) show({ note: translate('wallet.note.noAccount') })
      stopAskingWallet()
      if (isSignedInWith(getWallet().address)) onSignedIn()
      else await proceed(inviter)
    } catch (error) {
      stopAskingWallet()
      show({ note: noteOf(error), stage: { at: 'choose' } })
    }
  }

  const changeNetwork = async (way: NetworkWay, known: string): Promise<void> => {
    show({ note: null, stage: { at: 'network', busy: true, way } })
    try {
      if (await switchNetwork(way)) return await proceed(known)
      const note = translate('wallet.note.notSwitched')
      show({ note, stage: { at: 'network', busy: false, way: 'add' } })
    } catch (error) {
      // A rejection, or a chain that the wallet does not know.
      const refused = isUserRejection(error)
      show({
        note: translate(refused ? 'wallet.note.rejected' : 'wallet.note.notSwitched'),
        stage: { at: 'network', busy: false, way: refused ? way : 'add' },
      })
    }
  }

  return { connect, changeNetwork }
}

/**
 * connect → network → nonce, message, signature → login; an unknown address (10013) registers with the same
 * signature, which is requested right after connecting, as `wallet.connect.lead` announces. `inviter`:
 * shown with the wallets; a new address registers with it at once; without one, the form asks.
 */
export const useConnectFlow = ({ inviter, onSignedIn }: ConnectFlowInput) => {
  const [{ shown, ...state }, setState] = useState<ConnectState>(() => ({
    stage: stageOfWallet(),
    note: null,
    inviterNote: null,
    shown: '',
  }))
  const show = (change: Partial<ConnectState>): void => setState((before) => ({ ...before, ...change }))
  const { sign, register } = signInSteps(show, onSignedIn)
  const { connect, changeNetwork } = walletSteps(show, onSignedIn, sign)

  // Opened with a connected wallet: the tap that opened it already asked for this.
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    if (stageOfWallet().at === 'sign') void sign('')
  })
  useEffect(() => stopAskingWallet, [])

  return {
    ...state,
    connect: (wallet: OfferedWallet) => connect(wallet, inviter),
    changeNetwork: (way: NetworkWay) => changeNetwork(way, shown),
    sign: () => sign(shown),
    register: (proof: SignInProof, inviteCode: string | undefined) => {
      show({ stage: { at: 'register', proof, busy: true } })
      return register(proof, inviteCode)
    },
    choose: () => {
      stopAskingWallet()
      show({ stage: { at: 'choose' } })
    },
  }
}

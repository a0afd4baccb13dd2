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

/**
 * connect → network → nonce, message, signature → login; an unknown address (10013) registers with the same
 * signature, which is requested right after connecting, as `wallet.connect.lead` announces. `inviter`:
 * shown with the wallets; a new address registers with it at once; without one, the form asks.
 */
export const useConnectFlow = ({ inviter, onSignedIn }: ConnectFlowInput) => {
  const [stage, setStage] = useState<ConnectStage>(stageOfWallet)
  const [note, setNote] = useState<string | null>(null)
  /** Inviter that was shown when the wallet was chosen. */
  const [shown, setShown] = useState('')
  const [inviterNote, setInviterNote] = useState<string | null>(null)

  /** Asks for the next step that the wallet lacks, otherwise for its signature. */
  const goOn = async (known: string): Promise<void> => {
    const next = stageOfWallet()
    if (next.at === 'sign') await sign(known)
    else setStage(next)
  }

  const connect = async (wallet: OfferedWallet): Promise<void> => {
    setShown(inviter)
    setNote(null)
    setStage({ at: 'connecting', wallet })
    startAskingWallet()
    try {
      if (!(await connectWallet(wallet))) setNote(translate('wallet.note.noAccount'))
      stopAskingWallet()
      if (isSignedInWith(getWallet().address)) onSignedIn()
      else await goOn(inviter)
    } catch (error) {
      stopAskingWallet()
      setNote(noteOf(error))
      setStage({ at: 'choose' })
    }
  }

  const changeNetwork = async (way: NetworkWay): Promise<void> => {
    setNote(null)
    setStage({ at: 'network', busy: true, way })
    try {
      if (await switchNetwork(way)) return await goOn(shown)
      setNote(translate('wallet.note.notSwitched'))
      setStage({ at: 'network', busy: false, way: 'add' })
    } catch (error) {
      // A rejection, or a chain that the wallet does not know.
      const refused = isUserRejection(error)
      setNote(translate(refused ? 'wallet.note.rejected' : 'wallet.note.notSwitched'))
      setStage({ at: 'network', busy: false, way: refused ? way : 'add' })
    }
  }

  /** `known`: inviter of a new registration; '' asks for one first. */
  const sign = async (known: string): Promise<void> => {
    const { address } = getWallet()
    if (address === undefined) return setStage({ at: 'choose' })
    setNote(null)
    setStage({ at: 'sign', busy: true })
    try {
      const proof = await signInMessage(address)
      try {
        await logIn(proof)
        onSignedIn()
      } catch (error) {
        if (!isApiError(error, 'USER_UNKNOWN')) throw error
        if (known === '') setStage({ at: 'register', proof, busy: false })
        else await register(proof, known)
      }
    } catch (error) {
      toastRefusal(error)
      setNote(noteOf(error))
      setStage(stageOfWallet())
    }
  }

  const register = async (proof: SignInProof, inviteCode: string | undefined): Promise<void> => {
    setNote(null)
    setInviterNote(null)
    try {
      await registerUser(proof, inviteCode)
      if (inviteCode !== undefined) forgetInviter()
      onSignedIn()
    } catch (error) {
      toastRefusal(error)
      if (isInviterError(error)) {
        setInviterNote(errorText(error))
        setStage({ at: 'register', proof, busy: false })
        return
      }
      // 1009: the nonce's 5 minutes are over. 1020: registered meanwhile in another tab. Both need another
      // signature.
      const again =
        isApiError(error, 'SIGN_IN_SIGNATURE_INVALID') || isApiError(error, 'ADDRESS_ALREADY_REGISTERED')
      setNote(noteOf(error))
      setStage(again ? { at: 'sign', busy: false } : { at: 'register', proof, busy: false })
    }
  }

  // Opened with a connected wallet: the tap that opened it already asked for this.
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    if (stageOfWallet().at === 'sign') void sign('')
  })
  useEffect(() => stopAskingWallet, [])

  return {
    stage,
    note,
    inviterNote,
    connect,
    changeNetwork,
    sign: () => sign(shown),
    register: (proof: SignInProof, inviteCode: string | undefined) => {
      setStage({ at: 'register', proof, busy: true })
      return register(proof, inviteCode)
    },
    choose: () => {
      stopAskingWallet()
      setStage({ at: 'choose' })
    },
  }
}

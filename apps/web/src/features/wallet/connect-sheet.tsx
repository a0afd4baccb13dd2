import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isInviter, isOwnInviter, readKeptInviter } from '../../api/invite/kept-inviter.ts'
import { configQuery, inviterQuery } from '../../api/queries/public.ts'
import { getSession } from '../../api/session/session.ts'
import { NotStored } from '../../chain/not-stored.tsx'
import { showWatched } from '../../chain/watched.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { toast } from '../../ui/status/toast.ts'
import { shortenAddress } from '../../ui/text/format.ts'
import { connectRequests } from '../transaction/intents.ts'
import { ChooseWallet } from './choose-wallet.tsx'
import { RegisterForm } from './register-form.tsx'
import { SignInStep } from './sign-in-step.tsx'
import { SwitchNetworkStep } from './switch-network-step.tsx'
import { type ConnectStage, useConnectFlow } from './use-connect-flow.ts'
import { WaitingForWallet } from './waiting-for-wallet.tsx'

/** Sign-in, opened by `openConnect()`. */
export const ConnectSheet = () => {
  const request = connectRequests.useRequest()
  return request ? (
    <OpenConnectSheet key={request.id} onDone={(done) => connectRequests.close(request, done)} />
  ) : null
}

const titles = {
  choose: 'wallet.connect.title',
  connecting: 'wallet.connect.title',
  network: 'wallet.network.title',
  sign: 'wallet.signIn.title',
  register: 'wallet.register.title',
} as const satisfies Record<ConnectStage['at'], string>

const OpenConnectSheet = ({ onDone }: { readonly onDone: (signedIn: boolean) => void }) => {
  const t = useT()
  const { inviter, isOwn, own, setInviter } = useInviter()
  const flow = useConnectFlow({
    inviter: isInviter(inviter) ? inviter : '',
    onSignedIn: () => {
      toast.success(signedInText(t, own.data?.inviter?.address))
      onDone(true)
    },
  })
  const { stage, note } = flow
  return (
    <Sheet name="connect" open onOpenChange={(open) => open || onDone(false)} title={t(titles[stage.at])}>
      <p role="status" className={note ? 'mb-3 rounded-12 bg-s2 px-3.5 py-2.5 text-14 text-t1' : 'sr-only'}>
        {note}
      </p>
      <Stage
        flow={flow}
        inviter={inviter}
        isOwn={isOwn}
        onInviter={setInviter}
        onWatch={() => {
          onDone(false)
          showWatched(true)
        }}
      />
      <NotStored text="wallet.notStored" />
    </Sheet>
  )
}

/** Text with the permanent inviter of the account, or that it has none. */
const signedInText = (t: Translate, ownAddress: string | undefined): string => {
  const session = getSession()
  if (session.status !== 'signed-in') return t('wallet.signIn.done')
  const { inviter, activated } = session.profile
  if (inviter === null) return t(activated ? 'wallet.signIn.done' : 'wallet.signIn.unbound')
  return inviter.toLowerCase() === ownAddress?.toLowerCase()
    ? t('wallet.signIn.boundOwn')
    : t('wallet.signIn.bound', { inviter: shortenAddress(inviter, 4) })
}

/** Inviter of the link or, on the local chain, its first user (`isOwn`), until the user enters another. */
const useInviter = () => {
  const { data: config } = useQuery(configQuery())
  const [kept] = useState(readKeptInviter)
  const [typed, setInviter] = useState<string | null>(null)
  const code = config?.genesisInviteCode ?? ''
  const inviter = typed ?? kept ?? code
  const named = useQuery(inviterQuery(inviter))
  const own = useQuery(inviterQuery(code))
  return { inviter, own, isOwn: isOwnInviter(code, inviter, named.data?.inviter), setInviter }
}

type StageProps = {
  readonly flow: ReturnType<typeof useConnectFlow>
  readonly inviter: string
  readonly isOwn: boolean
  readonly onInviter: (inviter: string) => void
  readonly onWatch: () => void
}

const Stage = ({ flow, inviter, isOwn, onInviter, onWatch }: StageProps) => {
  const { stage } = flow
  switch (stage.at) {
    case 'choose':
      return (
        <ChooseWallet
          inviter={inviter}
          isOwn={isOwn}
          onInviter={onInviter}
          onChoose={(wallet) => void flow.connect(wallet)}
          onWatch={onWatch}
        />
      )
    case 'connecting':
      return <WaitingForWallet wallet={stage.wallet} onBack={flow.choose} />
    case 'network':
      return (
        <SwitchNetworkStep
          busy={stage.busy}
          way={stage.way}
          onSwitch={() => void flow.changeNetwork(stage.way)}
        />
      )
    case 'sign':
      return <SignInStep busy={stage.busy} onSign={() => void flow.sign()} onOther={flow.choose} />
    case 'register':
      return (
        <RegisterForm
          busy={stage.busy}
          inviter={inviter}
          onInviter={onInviter}
          refusal={flow.inviterNote}
          onRegister={(inviteCode) => void flow.register(stage.proof, inviteCode)}
        />
      )
  }
}

import { useWallet } from '../../chain/wallet/wallet.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Icon, type IconName } from '../../ui/pictures/icons.tsx'
import { Address } from '../../ui/text/address.tsx'

type SignInStepProps = { readonly busy: boolean; readonly onSign: () => void; readonly onOther: () => void }

const points: readonly {
  icon: IconName
  text: 'wallet.signIn.free' | 'wallet.signIn.noMove' | 'wallet.signIn.proves'
}[] = [
  { icon: 'check', text: 'wallet.signIn.free' },
  { icon: 'shield', text: 'wallet.signIn.noMove' },
  { icon: 'info', text: 'wallet.signIn.proves' },
]

/** Explains sign-in before the wallet asks for a signature. */
export const SignInStep = ({ busy, onSign, onOther }: SignInStepProps) => {
  const t = useT()
  const { address } = useWallet()
  return (
    <div className="flex flex-col gap-4">
      {address ? (
        <div className="rounded-16 border border-line bg-s2 px-4 py-3 text-14">
          <Address address={address} icon copyable={false} />
        </div>
      ) : null}
      <ul className="flex flex-col gap-2.5">
        {points.map(({ icon, text }) => (
          <li key={text} className="flex items-start gap-2.5 text-14">
            <span className="mt-0.5 text-in">
              <Icon name={icon} size={18} />
            </span>
            {t(text)}
          </li>
        ))}
      </ul>
      <Button variant="primary" busy={busy} onClick={onSign}>
        {t(busy ? 'wallet.waitingShort' : 'wallet.signIn.sign')}
      </Button>
      <Button variant="ghost" size="sm" disabled={busy} onClick={onOther}>
        {t('wallet.connect.other')}
      </Button>
    </div>
  )
}

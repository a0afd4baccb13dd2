import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { Qr } from '../../ui/pictures/qr.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'
import { type Surroundings, WALLET_LINKS } from './wallet-links.ts'

type OpenInWalletProps = {
  readonly place: Exclude<Surroundings, 'wechat'>
  readonly link: string
  /** Shows instructions for Binance, which opens no page from a link. */
  readonly onBinance: () => void
}

/** Ways to open this page in a wallet app. `link`: this page, with the inviter. */
export const OpenInWallet = ({ place, link, onBinance }: OpenInWalletProps) =>
  place === 'desktop' ? <ScanCode link={link} /> : <WalletApps link={link} onBinance={onBinance} />

const TILE =
  'flex min-h-12 items-center rounded-16 border border-line2 bg-s2 px-3.5 text-left text-14 font-semibold'

const WalletApps = ({ link, onBinance }: { readonly link: string; readonly onBinance: () => void }) => {
  const t = useT()
  return (
    <section className="my-3">
      <h3 className="text-16 font-semibold">{t('wallet.open.title')}</h3>
      <p className="mt-1 text-14 text-t2">{t('wallet.open.lead')}</p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        {WALLET_LINKS.map(({ name, to }) => (
          <a key={name} href={to(link)} className={TILE}>
            {name}
          </a>
        ))}
        <button type="button" onClick={onBinance} className={TILE}>
          Binance Wallet
        </button>
      </div>
      <p className="mt-3 mb-2 text-12 text-t2">{t('wallet.open.copyHow')}</p>
      <CopyLink link={link} />
      {/* No phone can scan its own screen. */}
      <div className="mt-3 border-t border-line">
        <Disclosure title={t('wallet.open.other')}>
          <div className="flex flex-col items-center gap-3 text-center">
            <Qr text={link} label={t('wallet.open.qr')} />
          </div>
        </Disclosure>
      </div>
    </section>
  )
}

const ScanCode = ({ link }: { readonly link: string }) => {
  const t = useT()
  return (
    <section className="my-3 flex flex-col items-center gap-3 text-center">
      <h3 className="text-16 font-semibold">{t('wallet.open.title')}</h3>
      <Qr text={link} label={t('wallet.open.qr')} />
      <p className="max-w-76 text-14 text-t2">{t('wallet.open.scan')}</p>
      <CopyLink link={link} />
    </section>
  )
}

const CopyLink = ({ link }: { readonly link: string }) => {
  const t = useT()
  const copy = useCopy()
  return (
    <Button size="sm" className="shrink-0 whitespace-nowrap" onClick={() => copy(link)}>
      <Icon name="copy" size={16} />
      {t('wallet.connect.copyLink')}
    </Button>
  )
}

const STEPS = ['step1', 'step2', 'step3'] as const

type AppGuideProps = {
  readonly app: 'wechat' | 'binance'
  readonly link: string
  readonly onBack?: () => void
}

/** Instructions for an app that opens no wallet, or no page, from a link. */
export const AppGuide = ({ app, link, onBack }: AppGuideProps) => {
  const t = useT()
  return (
    <section className="flex flex-col gap-4 pb-3">
      <h3 className="text-16 font-semibold">{t(`wallet.guide.${app}.title`)}</h3>
      <ol className="flex flex-col gap-3">
        {STEPS.map((step, index) => (
          <li key={step} className="flex items-start gap-3 text-14">
            <span className="num grid size-6 shrink-0 place-items-center rounded-[50%] bg-s3 text-12 font-semibold text-t2">
              {index + 1}
            </span>
            <span className="pt-0.5">{t(`wallet.guide.${app}.${step}`)}</span>
          </li>
        ))}
      </ol>
      {app === 'wechat' ? <p className="text-12 text-t2">{t('wallet.guide.wechat.copyHow')}</p> : null}
      <div className="flex flex-wrap gap-2">
        <CopyLink link={link} />
        {onBack ? (
          <Button size="sm" variant="ghost" onClick={onBack}>
            {t('wallet.connect.other')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

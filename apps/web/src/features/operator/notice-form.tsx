import { NOTICE_TITLE_MAX_LENGTH, type NoticeText } from '@dr/protocol/calls/notices'
import type { OperatorNotice } from '@dr/protocol/calls/operator-notices'
import { useState } from 'react'
import type { Address } from 'viem'
import { LOCALE_NAMES, LOCALES, type Locale } from '../../i18n/locales.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { useOperation } from './use-operation.ts'

const NOTHING: NoticeText = { title: '', text: '' }

const isWhole = ({ title, text }: NoticeText): boolean => title.trim() !== '' && text.trim() !== ''
const isEmpty = ({ title, text }: NoticeText): boolean => title.trim() === '' && text.trim() === ''

type NoticeFormProps = {
  readonly address: Address
  /** Null: a new one. */
  readonly notice: OperatorNotice | null
  readonly onClose: () => void
}

/** Texts of a notice by language. Chinese is required, and shown in languages without a text. */
export const NoticeForm = ({ address, notice, onClose }: NoticeFormProps) => {
  const t = useT()
  const { run, busy } = useOperation(address, onClose)
  const [texts, setTexts] = useState<Partial<Record<Locale, NoticeText>>>(notice?.texts ?? {})
  const [locale, setLocale] = useState<Locale>('zh-CN')
  const current = texts[locale] ?? NOTHING
  const change = (part: Partial<NoticeText>): void =>
    setTexts({ ...texts, [locale]: { ...current, ...part } })
  const written = Object.entries(texts).filter(([, text]) => !isEmpty(text))
  const chinese = texts['zh-CN']
  const ready = chinese !== undefined && isWhole(chinese) && written.every(([, text]) => isWhole(text))
  const save = (): void => {
    if (!chinese) return
    const request = { texts: { ...Object.fromEntries(written), 'zh-CN': chinese } }
    run({ name: 'operatorSaveNotice', request: notice ? { ...request, id: notice.id } : request })
  }
  return (
    <Sheet
      name="notice-form"
      open
      onOpenChange={onClose}
      title={t(notice ? 'operator.notice.edit' : 'operator.notice.write')}
      description={t('operator.notice.lead')}
      footer={
        <>
          <Button variant="primary" disabled={!ready} busy={busy} onClick={save}>
            {t('operator.notice.publish')}
          </Button>
          {notice ? (
            <Button
              variant="danger"
              busy={busy}
              onClick={() => run({ name: 'operatorWithdrawNotice', request: { id: notice.id } })}
            >
              {t('operator.notice.withdraw')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Segmented<Locale>
          label={t('shell.language')}
          value={locale}
          onChange={setLocale}
          items={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        />
        <TextField
          label={t('operator.notice.title')}
          value={current.title}
          maxLength={NOTICE_TITLE_MAX_LENGTH}
          onChange={(title) => change({ title })}
        />
        <TextArea
          label={t('operator.notice.text')}
          value={current.text}
          onChange={(text) => change({ text })}
        />
      </div>
    </Sheet>
  )
}

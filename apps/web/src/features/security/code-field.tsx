import { EMAIL_CODE_LIFETIME_MS } from '@dr/protocol/constants'
import { useState } from 'react'
import type { Address } from 'viem'
import { accountProblem } from '../../chain/wallet/account-problem.ts'
import { useT } from '../../i18n/use-t.ts'
import { waitText } from '../../i18n/wait-text.ts'
import { Button } from '../../ui/form/button.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { maskEmail } from '../../ui/text/format.ts'
import { LocalMailbox } from './local-mailbox.tsx'
import { type CodeFor, useEmailCode } from './use-email-code.ts'

type CodeFieldProps = {
  readonly address: Address
  readonly wanted: CodeFor
  /** False: the e-mail address is not known yet. */
  readonly ready: boolean
  readonly value: string
  readonly onValue: (value: string) => void
  readonly problem: string | null
}

/** Field for an e-mailed code: the send button with its 60 s countdown, and six cells. */
export const CodeField = ({ address, wanted, ready, value, onValue, problem }: CodeFieldProps) => {
  const t = useT()
  const { send, secondsLeft, codesLeft } = useEmailCode(address)
  const [sent, setSent] = useState<{ readonly to: string; readonly at: number } | null>(null)
  const refused = send.error === null ? null : accountProblem(t, send.error)
  const note =
    sent !== null
      ? t('security.code.sentTo', { email: maskEmail(sent.to) })
      : codesLeft === null
        ? undefined
        : t('security.code.left', { count: codesLeft })
  return (
    <div className="flex flex-col gap-2">
      <CodeInput
        label={t('security.code')}
        value={value}
        onValue={onValue}
        problem={problem ?? refused}
        note={note}
      />
      <Button
        size="sm"
        variant="accent"
        busy={send.isPending}
        disabled={!ready || secondsLeft > 0}
        translate={secondsLeft > 0 ? 'no' : 'yes'}
        onClick={() =>
          send.mutate(wanted, {
            onSuccess: ({ sentTo, expiresAt }) =>
              setSent({ to: sentTo, at: Date.parse(expiresAt) - EMAIL_CODE_LIFETIME_MS }),
          })
        }
      >
        {secondsLeft > 0
          ? t('security.code.again', { wait: waitText(secondsLeft) })
          : t(sent === null ? 'security.code.send' : 'security.code.resend')}
      </Button>
      {__LOCAL_CHAIN__ && sent !== null ? (
        <LocalMailbox email={sent.to} sentAt={sent.at} onCode={onValue} />
      ) : null}
    </div>
  )
}

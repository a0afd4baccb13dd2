/**
 * E-mails with codes, in the app's languages. Each names the app and the purpose of its code, and says that
 * we never ask for it.
 */
import type { Locale } from '@dr/protocol/constants'
import type { Letter } from '../../platform/mailer.ts'

export type CodePurpose = 'bind-email' | 'payment-password'

interface Words {
  readonly subject: (code: string) => string
  readonly purpose: Readonly<Record<CodePurpose, string>>
  readonly lines: (code: string, purpose: string) => readonly string[]
}

const WORDS: Readonly<Record<Locale, Words>> = {
  'zh-CN': {
    subject: (code) => `数字权益验证码：${code}`,
    purpose: { 'bind-email': '绑定邮箱', 'payment-password': '设置支付密码' },
    lines: (code, purpose) => [
      `验证码：${code}`,
      `用途：${purpose}。10 分钟内有效，仅可使用一次。`,
      '我们不会向你索要验证码。若非本人操作，请忽略此邮件。',
    ],
  },
  'zh-TW': {
    subject: (code) => `數字權益驗證碼：${code}`,
    purpose: { 'bind-email': '綁定信箱', 'payment-password': '設定支付密碼' },
    lines: (code, purpose) => [
      `驗證碼：${code}`,
      `用途：${purpose}。10 分鐘內有效，僅可使用一次。`,
      '我們不會向你索取驗證碼。若非本人操作，請忽略此郵件。',
    ],
  },
  en: {
    subject: (code) => `Digital Rights code: ${code}`,
    purpose: { 'bind-email': 'adding your email', 'payment-password': 'setting your payment password' },
    lines: (code, purpose) => [
      `Code: ${code}`,
      `Use it for ${purpose}. It is valid for 10 minutes and works once.`,
      'We will never ask you for this code. If you did not request it, ignore this email.',
    ],
  },
  ko: {
    subject: (code) => `Digital Rights 인증 코드: ${code}`,
    purpose: { 'bind-email': '이메일 등록', 'payment-password': '결제 비밀번호 설정' },
    lines: (code, purpose) => [
      `인증 코드: ${code}`,
      `용도: ${purpose}. 10분 동안 유효하며 한 번만 사용할 수 있습니다.`,
      '저희는 코드를 묻지 않습니다. 본인이 요청하지 않았다면 이 메일을 무시하세요.',
    ],
  },
  ja: {
    subject: (code) => `Digital Rights 認証コード：${code}`,
    purpose: { 'bind-email': 'メールアドレスの登録', 'payment-password': '支払いパスワードの設定' },
    lines: (code, purpose) => [
      `認証コード：${code}`,
      `用途：${purpose}。10 分間有効で、使えるのは一度だけです。`,
      '当方からコードをお尋ねすることはありません。お心当たりがない場合は破棄してください。',
    ],
  },
  ms: {
    subject: (code) => `Kod Digital Rights: ${code}`,
    purpose: {
      'bind-email': 'menetapkan e-mel anda',
      'payment-password': 'menetapkan kata laluan pembayaran',
    },
    lines: (code, purpose) => [
      `Kod: ${code}`,
      `Untuk ${purpose}. Sah selama 10 minit dan hanya boleh digunakan sekali.`,
      'Kami tidak akan meminta kod ini. Jika ini bukan anda, abaikan surat ini.',
    ],
  },
  vi: {
    subject: (code) => `Mã Digital Rights: ${code}`,
    purpose: { 'bind-email': 'gắn email', 'payment-password': 'đặt mật khẩu thanh toán' },
    lines: (code, purpose) => [
      `Mã: ${code}`,
      `Dùng để ${purpose}. Có hiệu lực trong 10 phút và chỉ dùng được một lần.`,
      'Chúng tôi không bao giờ hỏi mã này. Nếu không phải bạn yêu cầu, hãy bỏ qua thư này.',
    ],
  },
}

export const codeLetter = (input: {
  readonly to: string
  readonly code: string
  readonly purpose: CodePurpose
  readonly locale: Locale
}): Letter => {
  const { subject, purpose, lines } = WORDS[input.locale]
  return {
    to: input.to,
    subject: subject(input.code),
    text: `${lines(input.code, purpose[input.purpose]).join('\n\n')}\n`,
  }
}

/** Notices of the demo network's operators, in product language. */

import type { RequestOf } from '@dr/protocol/call'
import type { operatorSaveNotice } from '@dr/protocol/calls/operator-notices'

export type NoticeTexts = RequestOf<typeof operatorSaveNotice>['texts']

/** Published on the first day. */
export const WELCOME: NoticeTexts = {
  'zh-CN': {
    title: '本地演示网络',
    text: '这里的账户和记录由脚本通过产品自身的接口生成，仅供试用。代币没有任何价值。',
  },
  'zh-TW': {
    title: '本機展示網路',
    text: '這裡的帳戶和紀錄由腳本透過產品本身的介面產生，僅供試用。代幣沒有任何價值。',
  },
  en: {
    title: 'Local demo network',
    text: 'A script made the accounts and records here through the product’s own calls. For trying it out; the tokens have no value.',
  },
  ko: {
    title: '로컬 데모 네트워크',
    text: '이곳의 계정과 기록은 스크립트가 제품의 인터페이스로 만든 체험용 데이터입니다. 토큰에는 가치가 없습니다.',
  },
  ja: {
    title: 'ローカルのデモネットワーク',
    text: 'ここのアカウントと記録は、スクリプトが製品のインターフェースを通じて作成したお試し用です。トークンに価値はありません。',
  },
  ms: {
    title: 'Rangkaian demo setempat',
    text: 'Akaun dan rekod di sini dibuat oleh skrip melalui panggilan produk sendiri, untuk percubaan sahaja. Token tiada nilai.',
  },
  vi: {
    title: 'Mạng demo cục bộ',
    text: 'Tài khoản và bản ghi ở đây do một tập lệnh tạo qua chính các lệnh gọi của sản phẩm, chỉ để dùng thử. Token không có giá trị.',
  },
}

/** Published near the end: electricity that was paid for one period has run out for the first. */
export const ELECTRICITY: NoticeTexts = {
  'zh-CN': {
    title: '请留意电费到期时间',
    text: '首批矿机的 30 天电费已到期，停机期间没有收益。可在背包中续费。',
  },
  'zh-TW': {
    title: '請留意電費到期時間',
    text: '首批礦機的 30 天電費已到期，停機期間沒有收益。可在背包中續費。',
  },
  en: {
    title: 'Check when your electricity ends',
    text: 'The first machines have used up their 30 days of electricity. A paused machine earns nothing; renew it in the Backpack.',
  },
  ko: {
    title: '전기료 만료일을 확인하세요',
    text: '첫 채굴기들의 30일 전기료가 만료되었습니다. 중지된 채굴기는 수익이 없습니다. 백팩에서 연장할 수 있습니다.',
  },
  ja: {
    title: '電気代の期限をご確認ください',
    text: '最初のマシンの30日分の電気代が切れました。停止中は報酬がありません。バックパックで延長できます。',
  },
  ms: {
    title: 'Semak tarikh tamat elektrik anda',
    text: 'Elektrik 30 hari bagi mesin terawal telah tamat. Mesin yang dijeda tidak menjana hasil; perbaharui di Beg.',
  },
  vi: {
    title: 'Kiểm tra ngày hết hạn tiền điện',
    text: 'Các máy đầu tiên đã dùng hết 30 ngày tiền điện. Máy tạm dừng không tạo ra gì; hãy gia hạn trong Túi máy.',
  },
}

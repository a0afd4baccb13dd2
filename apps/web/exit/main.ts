/** The exit page: reads the form, checks, claims. */
import { type Address, getAddress, type Hex, hexToNumber, isAddress } from 'viem'
import { type Call, claimCall, lockCall, named, tryCall } from './claim.ts'
import { byId, element } from './dom.ts'
import { type Evidence, loadBooks, readEvidence } from './evidence.ts'
import { ExitError, type Said } from './exit-error.ts'
import { openReader } from './reader.ts'
import { type BookReport, type Report, readReport } from './report.ts'
import { type ClaimStatus, keyOf, problemView, resultView } from './result-view.ts'
import { createRpc, type Rpc } from './rpc.ts'
import { isLanguage, LANGUAGE_NAMES, type TextKey } from './texts/index.ts'
import { askAccount, collectWallets, knownWallets, sendByWallet, type Wallet } from './wallets.ts'
import { createWords } from './words.ts'

const RECEIPT_TRIES = 60
const RECEIPT_PAUSE_MS = 1_500

const words = createWords(navigator.languages)
const { say } = words
const fields = {
  rpc: byId('input', 'rpc'),
  registry: byId('textarea', 'registry'),
  file: byId('input', 'file'),
  account: byId('textarea', 'account'),
}
const check = byId('button', 'check')
const result = byId('div', 'result')
const language = byId('select', 'language')

type Shown =
  | { readonly problem: Said }
  | { readonly rpc: Rpc; readonly report: Report; readonly evidence: Evidence | null }

let evidence: Evidence | null = null
let shown: Shown | null = null
let isChecking = false
/** Wallet that named the account; otherwise the first one is asked. */
let chosen: Wallet | null = null
const statuses = new Map<string, ClaimStatus>()

const saidOf = (error: unknown): Said =>
  error instanceof ExitError ? error.said : { key: 'error.unexpected', values: { said: String(error) } }

const viewOf = (what: Shown | null): readonly HTMLElement[] => {
  if (what === null) return []
  if ('problem' in what) return problemView(words, what.problem)
  const { rpc, report } = what
  return resultView({
    words,
    report,
    evidence: what.evidence,
    canSend: knownWallets().length > 0,
    statusOf: (key) => statuses.get(key),
    onClaim: (book) => void claim(rpc, report, book),
    onLock: () => void lock(rpc, report),
  })
}

const drawResult = (): void => {
  check.disabled = isChecking
  check.textContent = say(isChecking ? 'form.checking' : 'form.check')
  result.replaceChildren(...viewOf(shown))
}

const drawFile = (): void => {
  const { time } = words
  byId('button', 'file-remove').hidden = evidence === null
  byId('p', 'file-note').textContent =
    evidence === null
      ? say('form.fileNone')
      : evidence.kind === 'file'
        ? say('proof.file', {
            epoch: String(evidence.head.epoch),
            accounts: String(evidence.accounts),
            time: time(evidence.head.snapshotTime),
          })
        : say('proof.exported', { epoch: String(evidence.head.epoch), account: evidence.head.account })
}

const drawWallets = (): void => {
  const wallets = knownWallets().map((wallet) =>
    element(
      'button',
      { type: 'button', class: 'quiet', onclick: () => void useWallet(wallet) },
      say('form.wallet', { wallet: wallet.name ?? say('form.walletUnnamed') }),
    ),
  )
  const none = element('span', { class: 'fine' }, say('form.walletNone'))
  byId('div', 'wallets').replaceChildren(...(wallets.length > 0 ? wallets : [none]))
}

const drawAll = (): void => {
  document.documentElement.lang = words.language()
  document.title = `${say('page.title')} · Digital Rights`
  for (const place of document.querySelectorAll<HTMLElement>('[data-text]'))
    place.textContent = say(place.dataset.text as TextKey)
  for (const place of document.querySelectorAll<HTMLElement>('[data-label]'))
    place.setAttribute('aria-label', say(place.dataset.label as TextKey))
  drawFile()
  drawWallets()
  drawResult()
}

const show = (next: Shown | null): void => {
  shown = next
  statuses.clear()
  drawResult()
}

const addressOf = (text: string, wrong: TextKey): Address => {
  // A field of two lines shows all of it; a line break in it is no part of the address.
  const trimmed = text.replaceAll(/\s/g, '')
  // Capital letters are a checksum; all in one case are none.
  if (!isAddress(trimmed)) throw new ExitError({ key: wrong })
  return getAddress(trimmed)
}

const runCheck = async (): Promise<void> => {
  if (isChecking) return
  isChecking = true
  show(null)
  try {
    const rpc = createRpc(fields.rpc.value.trim())
    const registry = addressOf(fields.registry.value, 'error.registryWrong')
    const account = addressOf(fields.account.value, 'error.accountWrong')
    const loaded = evidence
    const proof = loaded && { head: loaded.head, books: () => loadBooks(loaded, account) }
    const report = await named(async () => readReport(await openReader(rpc), { registry, account, proof }))
    shown = { rpc, report, evidence: loaded }
  } catch (error) {
    shown = { problem: saidOf(error) }
  } finally {
    isChecking = false
    drawResult()
    result.scrollIntoView({ block: 'nearest' })
  }
}

const useWallet = async (wallet: Wallet): Promise<void> => {
  try {
    fields.account.value = await askAccount(wallet)
    chosen = wallet
  } catch (error) {
    show({ problem: saidOf(error) })
  }
}

const takeFile = async (file: File | undefined): Promise<void> => {
  evidence = null
  show(null)
  try {
    if (file) evidence = await readEvidence(new Uint8Array(await file.arrayBuffer()))
    if (evidence) {
      const { head } = evidence
      if (fields.registry.value.trim() === '') fields.registry.value = getAddress(head.registry)
      if ('account' in head && fields.account.value.trim() === '')
        fields.account.value = getAddress(head.account)
    }
  } catch (error) {
    show({ problem: saidOf(error) })
  }
  fields.file.value = ''
  drawFile()
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, RECEIPT_PAUSE_MS))

/** Waits for the transaction's receipt. */
const outcomeOf = async (rpc: Rpc, hash: Hex, done: (block: string) => Said): Promise<ClaimStatus> => {
  for (let tries = 0; tries < RECEIPT_TRIES; tries++) {
    type Receipt = { status: Hex; blockNumber: Hex }
    const receipt = await rpc<Receipt | null>('eth_getTransactionReceipt', [hash])
    if (receipt !== null) {
      if (receipt.status !== '0x1') return { said: { key: 'claim.failed' }, tone: 'out' }
      return { said: done(String(hexToNumber(receipt.blockNumber))), tone: 'in' }
    }
    await pause()
  }
  return { said: { key: 'claim.pending', values: { hash } }, tone: 'busy' }
}

interface Sending {
  readonly rpc: Rpc
  readonly report: Report
  /** Key of its status. */
  readonly key: string
  readonly call: Call
  readonly done: (block: string) => Said
}

/** One call of the account: tried on the chain, sent by the wallet, followed until its receipt. */
const send = async ({ rpc, report, key, call, done }: Sending): Promise<void> => {
  const wallet = chosen ?? knownWallets()[0]
  if (wallet === undefined) return
  const tell = (status: ClaimStatus): void => {
    statuses.set(key, status)
    drawResult()
  }
  const { account, chainId } = report
  try {
    tell({ said: { key: 'claim.checking' }, tone: 'busy' })
    await tryCall(rpc, account, call)
    tell({ said: { key: 'claim.confirm' }, tone: 'busy' })
    const hash = await sendByWallet(wallet, { account, chainId, ...call })
    tell({ said: { key: 'claim.sent' }, tone: 'busy' })
    tell(await outcomeOf(rpc, hash, done))
  } catch (error) {
    tell({ said: saidOf(error), tone: 'out' })
  }
}

const claim = async (rpc: Rpc, report: Report, book: BookReport): Promise<void> => {
  if (book.claim === null) return
  const { argument, arrives } = book.claim
  const amount = words.amount(arrives, book.name.token)
  const done = (block: string): Said => ({ key: 'claim.done', values: { amount, block } })
  await send({ rpc, report, key: keyOf(book), call: claimCall({ ...book, argument }), done })
}

const lock = (rpc: Rpc, report: Report): Promise<void> => {
  const done = (block: string): Said => ({ key: 'lock.done', values: { block } })
  return send({ rpc, report, key: 'lock', call: lockCall(report.registry), done })
}

byId('form', 'form').addEventListener('submit', (event) => {
  event.preventDefault()
  void runCheck()
})
byId('button', 'file-choose').addEventListener('click', () => fields.file.click())
byId('button', 'file-remove').addEventListener('click', () => void takeFile(undefined))
fields.file.addEventListener('change', () => void takeFile(fields.file.files?.[0]))
for (const [tag, name] of Object.entries(LANGUAGE_NAMES))
  language.append(element('option', { value: tag, lang: tag }, name))
language.value = words.language()
language.addEventListener('change', () => {
  if (isLanguage(language.value)) words.choose(language.value)
  drawAll()
})
collectWallets(() => {
  drawWallets()
  drawResult()
})
drawAll()

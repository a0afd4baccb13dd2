/** The exit page, from disk: a chain, a file and a wallet, and no server of ours. */
import { type Address, type Hex, parseEther } from 'viem'
import { AnnouncedWallet, BINANCE_CHAIN_ID, WALLET_NAME } from '../../fixtures/announced-wallet.ts'
import type { Earned } from '../../fixtures/exit/exit-chain.ts'
import { depositor, expect, exportOf, member, other, stranger, test } from '../../fixtures/exit/exit-test.ts'

test('an account takes out by a wallet in the page what a final root grants it', async ({
  exit,
  page,
  chain,
  file,
}) => {
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url, keys: [member.key] })
  await exit.open()
  await exit.load(file.text)
  await expect(page.locator('#file-note')).toContainText('File of proof 1: 2 accounts')
  await page.getByRole('button', { name: `Use ${WALLET_NAME}` }).click()
  await exit.check(member.address)
  await expect(page.getByRole('heading', { name: 'Proof 1 is final' })).toBeVisible()
  await expect(page.getByText('5 of 5 books compared')).toBeVisible()

  const miner = exit.book('Miner account · DR')
  await expect(miner.getByText('312.4 DR').first()).toBeVisible()
  await expect(miner.locator('.out dd')).toHaveText('15.62 DR')
  await miner.getByRole('button', { name: 'Claim 312.4 DR' }).click()
  await expect(miner.getByRole('status')).toContainText('296.78 DR left the vault')
  expect(await chain.balanceOf('DR', member.address)).toBe(parseEther('296.78'))

  const node = exit.book('Node account · USDT')
  await expect(node.locator('dd')).toHaveText([
    '60 USDT',
    '40 USDT',
    '0 USDT',
    '100 USDT',
    '40 USDT',
    '3 USDT',
    '97 USDT',
  ])
  wallet.answers.push('reject')
  await node.getByRole('button', { name: 'Claim 100 USDT' }).click()
  await expect(node.getByRole('status')).toHaveText('You said no in the wallet. Nothing was sent.')
  await node.getByRole('button', { name: 'Claim 100 USDT' }).click()
  await expect(node.getByRole('status')).toContainText('97 USDT left the vault')
  expect(await chain.balanceOf('USDT', member.address)).toBe(parseEther('97'))

  await exit.check(member.address)
  await expect(page.getByRole('heading', { name: 'Nothing to claim here' })).toBeVisible()
})

test('another takes it out with the shown call and a program of their own', async ({ exit, chain, file }) => {
  await exit.open()
  await exit.load(file.text)
  await exit.check(other.address)
  const miner = exit.book('Miner account · DR')
  await expect(miner.getByRole('button', { name: 'Claim' })).toBeHidden()
  await miner.getByText('Send it with another program').click()
  const to = (await miner.getByLabel('Contract').inputValue()) as Address
  const data = (await miner.getByLabel('Data').inputValue()) as Hex
  const { walletClient } = await chain.by(other)
  const hash = await walletClient.sendTransaction({
    account: other,
    chain: chain.anvil.client.chain,
    to,
    data,
  })
  expect((await chain.publicClient.waitForTransactionReceipt({ hash })).status).toBe('success')
  expect(await chain.balanceOf('DR', other.address)).toBe(parseEther('19'))
})

test('deposits come out without any proof, and in whole', async ({ exit, page, chain }) => {
  await AnnouncedWallet.install(page, { rpcUrl: chain.url, keys: [depositor.key] })
  await exit.open()
  await exit.check(depositor.address)
  await expect(page.getByRole('heading', { name: 'Without a proof' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Proof 1 is newer and final too' })).toBeVisible()
  const node = exit.book('Node account · USDT')
  await node.getByRole('button', { name: 'Claim 100 USDT' }).click()
  await expect(node.getByRole('status')).toContainText('100 USDT left the vault')
  expect(await chain.balanceOf('USDT', depositor.address)).toBe(parseEther('100'))
})

test('an exported proof is enough, and an older one stays good', async ({ exit, page, chain, file }) => {
  const second = await chain.fileOf(
    2,
    new Map<Address, Earned>([
      [member.address, { '0 DR': parseEther('400'), '2 USDT': parseEther('60') }],
      [other.address, { '0 DR': parseEther('20') }],
    ]),
  )
  await chain.finalise(second)
  await AnnouncedWallet.install(page, { rpcUrl: chain.url, keys: [member.key] })
  await exit.open()
  await exit.load(exportOf(file, member.address), 'my-proof.json')
  await expect(page.getByLabel('Your address')).toHaveValue(member.address)
  await exit.check(member.address)
  await expect(page.getByText('2 of 5 books compared')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Proof 2 is newer and final too' })).toBeVisible()
  const miner = exit.book('Miner account · DR')
  await miner.getByRole('button', { name: 'Claim 312.4 DR' }).click()
  await expect(miner.getByRole('status')).toContainText('296.78 DR left the vault')

  await exit.load(exportOf(second, member.address), 'my-proof.json')
  await exit.check(member.address)
  await miner.getByRole('button', { name: 'Claim 87.6 DR' }).click()
  await expect(miner.getByRole('status')).toContainText('83.22 DR left the vault')
})

test('a wallet on another network or with another account sends nothing', async ({
  exit,
  page,
  chain,
  file,
}) => {
  const wallet = await AnnouncedWallet.install(page, {
    rpcUrl: chain.url,
    keys: [other.key, stranger.key],
    chainId: BINANCE_CHAIN_ID,
  })
  await exit.open()
  await exit.load(file.text)
  await exit.check(other.address)
  const miner = exit.book('Miner account · DR')
  const claim = miner.getByRole('button', { name: 'Claim 20 DR' })
  await claim.click()
  await expect(miner.getByRole('status')).toContainText(
    'The wallet is on another network. Switch it to chain 31337',
  )
  await wallet.choose(1)
  await claim.click()
  await expect(miner.getByRole('status')).toContainText(`The wallet uses ${stranger.address}`)
  expect(wallet.prompts.filter((prompt) => prompt.startsWith('eth_sendTransaction'))).toEqual([])
  expect(await chain.balanceOf('DR', other.address)).toBe(0n)
})

/** Words of the exit page where something is wrong, and for whom it can be used. */
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { DAY_SECONDS } from '@dr/protocol/constants'
import { type Abi, type Address, type Hex, parseEther } from 'viem'
import { findViolations } from '../../fixtures/accessibility.ts'
import { AnnouncedWallet } from '../../fixtures/announced-wallet.ts'
import {
  expect,
  exportOf,
  member,
  NO_ENDPOINT,
  other,
  stranger,
  test,
} from '../../fixtures/exit/exit-test.ts'

test('what is wrong is said in words', async ({ exit, page, chain, file }) => {
  const says = (text: string) => expect(exit.problem).toContainText(text)
  await exit.open()
  await exit.check(other.address, { rpc: 'ftp://node' })
  await says('The endpoint is no web address')
  await exit.check(other.address, { rpc: NO_ENDPOINT })
  await says('does not answer')
  await exit.check(other.address, { registry: other.address })
  await says(`There is no proof registry at ${other.address} on chain 31337`)
  await exit.check(other.address, { registry: chain.contracts.dr })
  await says('There is no proof registry')
  await exit.check('0x123')
  await says('Your address is no address')

  await exit.load(`${file.text}x`)
  await says('line 4: it does not end')
  await exit.load(file.text.replace('"chainId":31337', '"chainId":56'))
  await exit.check(other.address)
  await says('The file is for chain 56, the endpoint is on chain 31337')
  const registry = file.head.registry
  await exit.load(
    file.text.replace(
      registry,
      registry.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
  )
  await exit.check(other.address)
  await says('not for the one above')
  await exit.load(file.text.replace(parseEther('20').toString(), parseEther('21').toString()))
  await exit.check(other.address)
  await says('isn’t what was posted: hash or total differ')
  await exit.load(exportOf(file, member.address), 'proof.json')
  await exit.check(other.address)
  await says('not for the address above')
  await exit.load(file.text)
  await exit.check(stranger.address)
  await says('This address has no line in the file')
  await expect(page.getByRole('heading', { name: 'Nothing to claim here' })).toBeVisible()
})

test('a root that does not count yet, and an account that locked itself, say since when and until when', async ({
  exit,
  page,
  chain,
}) => {
  const earned = new Map([[stranger.address, { '0 DR': parseEther('30') }]])
  const second = await chain.fileOf(2, earned)
  await exit.open()
  await exit.load(second.text, 'roots-2.txt')
  const says = async (text: string | RegExp) => {
    await exit.check(stranger.address)
    await expect(exit.problem).toContainText(text)
  }
  await says('Proof 2 was never posted')
  await chain.post(second)
  await says(/Proof 2 is not confirmed yet.*Posted .* 20\d\d/)
  await chain.confirm(2)
  await says(/Proof 2 is not final yet.*final from .* 20\d\d/)
  await expect(exit.book('Miner account · DR').locator('.sum dd')).toHaveText('0 DR')
  await chain.travel(7 * DAY_SECONDS)
  await exit.check(stranger.address)
  await expect(exit.book('Miner account · DR').locator('.sum dd')).toHaveText('30 DR')

  const lock = (functionName: string) =>
    chain.call(stranger, { ...chain.registry, abi: rootRegistryAbi as Abi, functionName, args: [] })
  await lock('lockClaims')
  await says('This address locked its own claims')
  await lock('unlockClaims')
  await says(/are locked until .* 20\d\d/)
  await expect(exit.book('Miner account · DR').locator('.sum')).toHaveText('Claimable once unlocked30 DR')
  await expect(exit.book('Miner account · DR').getByText('Send it with another program')).toBeHidden()

  await test.step('whoever did not unlock locks again from the page, by any program', async () => {
    const to = (await exit.problem.getByLabel('Contract').inputValue()) as Address
    const data = (await exit.problem.getByLabel('Data').inputValue()) as Hex
    await chain
      .by(stranger)
      .then(({ walletClient, publicClient }) =>
        walletClient
          .sendTransaction({ account: stranger, chain: null, to, data })
          .then((hash) => publicClient.waitForTransactionReceipt({ hash })),
      )
    await says('This address locked its own claims')
  })
  await lock('unlockClaims')
  await chain.travel(3 * DAY_SECONDS)
  await exit.check(stranger.address)
  await expect(page.getByText('Send it with another program')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`anyone can use it: ${colorScheme}`, async ({ exit, page, chain, file }) => {
    await page.emulateMedia({ colorScheme })
    await AnnouncedWallet.install(page, { rpcUrl: chain.url, keys: [member.key] })
    await exit.open()
    expect(await findViolations(page)).toEqual([])
    await exit.load(file.text)
    await exit.check(member.address)
    await page.getByText('Send it with another program').first().click()
    expect(await findViolations(page)).toEqual([])
    for (const language of ['en', 'zh-CN'] as const) {
      await page.locator('#language').selectOption(language)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      for (const [width, height] of [
        [390, 844],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height })
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
        if (process.env.EXIT_PICTURES)
          await page.screenshot({
            path: `${process.env.EXIT_PICTURES}/${language}-${width}-${colorScheme}.png`,
            fullPage: true,
          })
      }
    }
  })
}

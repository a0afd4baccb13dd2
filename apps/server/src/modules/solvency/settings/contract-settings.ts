import { adminTimelockAbi } from '@dr/contracts/abi/admin-timelock'
import { digitDrawAbi } from '@dr/contracts/abi/digit-draw'
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { resultRegistryAbi } from '@dr/contracts/abi/result-registry'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { Setting, SettingContract } from '@dr/protocol/calls/settings'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Abi } from 'viem'
import type { ContractAddresses } from '../../../platform/chain/contract-addresses.ts'
import type { LowerHex } from '../../../platform/hex.ts'

/** A contract with settings, and the events that announce new values. */
export interface SettingsOf {
  readonly contract: SettingContract
  readonly address: LowerHex
  readonly abi: Abi
  readonly events: Readonly<Record<string, Setting>>
}

/** Settings of every contract with vouchers (IVouchers). */
const ROLES = {
  SignerSet: 'signer',
  StandbySignerSet: 'standby-signer',
  PauserSet: 'pauser',
  Paused: 'paused',
  Unpaused: 'unpaused',
} as const satisfies Record<string, Setting>

export const contractSettings = (contracts: ContractAddresses): SettingsOf[] => {
  const vault = (index: VaultIndex): SettingsOf => ({
    contract: `withdrawalVault${index}`,
    address: contracts.withdrawalVaults[index],
    abi: withdrawalVaultAbi,
    events: { ...ROLES, BurnRateSet: 'burn-rate', CapsSet: 'vault-caps' },
  })
  return [
    {
      contract: 'DigitalRights',
      address: contracts.DigitalRights,
      abi: digitalRightsAbi,
      events: { ...ROLES, USDRShareSet: 'usdr-share' },
    },
    vault(0),
    vault(1),
    vault(2),
    {
      contract: 'Exchange',
      address: contracts.Exchange,
      abi: exchangeAbi,
      events: { ...ROLES, FeeRateSet: 'fee-rate', CapSet: 'exchange-cap' },
    },
    {
      contract: 'ResultRegistry',
      address: contracts.ResultRegistry,
      abi: resultRegistryAbi,
      events: { AttesterSet: 'attester' },
    },
    {
      contract: 'RootRegistry',
      address: contracts.RootRegistry,
      abi: rootRegistryAbi,
      events: { AttesterSet: 'attester', WitnessSet: 'witness' },
    },
    {
      contract: 'DigitDraw',
      address: contracts.DigitDraw,
      abi: digitDrawAbi,
      events: { DrawerSet: 'drawer' },
    },
    {
      contract: 'timelock',
      address: contracts.timelock,
      abi: adminTimelockAbi,
      events: { MinDelayChange: 'minimum-delay' },
    },
  ]
}

import { useT } from '../../i18n/use-t.ts'
import { formatPower } from '../../ui/text/format.ts'
import { day } from '../../ui/text/moment.ts'
import type { ShownMachine } from './group-machines.ts'

type MachineChecklistProps = {
  readonly machines: readonly ShownMachine[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  /** Maximum number of chosen machines. */
  readonly max: number
}

/** Checkbox row for each machine. */
export const MachineChecklist = ({ machines, chosen, onChange, max }: MachineChecklistProps) => {
  const t = useT()
  const limit = Math.min(max, machines.length)
  const full = chosen.size >= limit
  const toggle = (machineId: string): void => {
    const next = new Set(chosen)
    if (!next.delete(machineId) && next.size < max) next.add(machineId)
    onChange(next)
  }
  return (
    <fieldset>
      <legend className="flex w-full items-center justify-between gap-3 text-14">
        <span>{t('backpack.pay.choose')}</span>
        <button
          type="button"
          className="tap text-14 text-gold"
          onClick={() =>
            onChange(full ? new Set() : new Set(machines.slice(0, max).map(({ machineId }) => machineId)))
          }
        >
          {`${t(full ? 'backpack.pay.clear' : 'backpack.pay.selectAll')} ${chosen.size}/${machines.length}`}
        </button>
      </legend>
      <ul className="mt-1">
        {machines.map(({ machineId, name, power, state, paidUntil }) => (
          <li key={machineId} className="border-line not-first:border-t">
            <label className="flex min-h-12 cursor-pointer items-center gap-3 py-1.5">
              <input
                type="checkbox"
                checked={chosen.has(machineId)}
                disabled={!chosen.has(machineId) && chosen.size >= max}
                onChange={() => toggle(machineId)}
                className="size-5 shrink-0 accent-(--gold)"
              />
              <span className="min-w-0 flex-1">
                <span className="num block font-semibold">{`${name} · ${formatPower(BigInt(power))}`}</span>
                <span className="num block text-12 text-t2">
                  {t('backpack.pay.machine', { id: machineId })}
                </span>
              </span>
              <span className="num text-right text-12 text-t2">
                {paidUntil === null ? t(`backpack.state.${state}`) : day(paidUntil)}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

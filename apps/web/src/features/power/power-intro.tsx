import { useT } from '../../i18n/use-t.ts'

/** Introduction to POD power for users without any. */
export const PowerIntro = () => {
  const t = useT()
  return (
    <section className="px-1 pt-2.5">
      <h2 className="text-20 font-semibold">{t('power.intro.title')}</h2>
      <p className="mt-1.5 text-14 text-t2">{t('power.intro.text')}</p>
    </section>
  )
}

import { useState } from 'preact/hooks'
import { CheckField, ChoiceField } from '../../kit/forms.tsx'
import { asText } from '../../lib/as-text.ts'
import { formatExact } from '../../lib/format.ts'
import { state } from '../../store/state.ts'
import { playSound } from '../../ui/sound.ts'
import { LANGUAGES, settingsText as t } from '../../words/settings.ts'
import { isOn, set } from './change.ts'

const THEMES = [
  [1, t.themeAuto],
  [2, t.themeDark],
  [3, t.themeLight],
] as const

const WAYS_TO_SEND = [
  [true, t.enterSends, t.enterSendsHint],
  [false, t.ctrlSends, t.ctrlSendsHint],
] as const

/** Languages by what they call themselves. */
function languageName(code: string): string {
  return new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
}

/** Colours, dates, the way of writing, and what the reader is told of. */
export function Preferences() {
  const theme = Number(state.settings.value['color_scheme'] ?? 1)
  const [usual = 'en', ...languages] = LANGUAGES
  return (
    <>
      <fieldset class="card row choices">
        <legend>{t.theme}</legend>
        {THEMES.map(([value, label]) => (
          <label key={value} class="check">
            <input
              type="radio"
              name="theme"
              checked={theme === value}
              onChange={() => set('color_scheme', value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <section class="card stack">
        <h2>{t.dates}</h2>
        <ChoiceField
          label={t.datesLanguage}
          name="language"
          value={asText(state.settings.value['default_language']) || usual}
          choices={[
            [usual, t.asBrowser],
            ...languages.map((one) => [one, languageName(one)] as const),
          ]}
          onChange={(value) => set('default_language', value)}
        />
        <Switch name="twenty_four_hour_time" label={t.to24} />
        <p class="dim small">{t.today(formatExact(Date.now() / 1_000))}</p>
      </section>
      <fieldset class="card stack choices">
        <legend>{t.writing}</legend>
        {WAYS_TO_SEND.map(([value, label, hint]) => (
          <label key={label} class="check">
            <input
              type="radio"
              name="sends"
              checked={isOn('enter_sends') === value}
              onChange={() => set('enter_sends', value)}
            />
            <span>
              {label}. <span class="dim">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Notifications />
    </>
  )
}

function Switch({ name, label }: { name: string; label: string }) {
  return (
    <CheckField
      label={label}
      name={name}
      isOn={isOn(name)}
      onChange={(value) => set(name, value)}
    />
  )
}

function Notifications() {
  const [permission, setPermission] = useState(
    'Notification' in globalThis ? Notification.permission : 'denied',
  )
  const ask = async () => setPermission(await Notification.requestPermission())
  return (
    <section class="card stack">
      <h2>{t.notifications}</h2>
      <p class="dim">{t.notificationsHint}</p>
      {permission === 'default' ? (
        <div>
          <button type="button" class="button" onClick={() => void ask()}>
            {t.allow}
          </button>
        </div>
      ) : (
        <p>{permission === 'granted' ? t.allowed : t.denied}</p>
      )}
      <Switch name="enable_desktop_notifications" label={t.forYou} />
      <Switch name="enable_stream_desktop_notifications" label={t.ofChannels} />
      <div class="row">
        <Switch name="enable_sounds" label={t.sound} />
        <button type="button" class="button small" onClick={() => playSound()}>
          {t.trySound}
        </button>
      </div>
    </section>
  )
}

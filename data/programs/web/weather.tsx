/**
 * The weather outside right now: temperature and wind at a place, fetched from
 * an open forecast service.
 *
 * Current values only: no forecast, no place search. The place is given in
 * degrees; by default it is Lisbon.
 * #weather #temperature #fetch #app
 */
import {
  computed,
  Default,
  fetchJson,
  NAME,
  pattern,
  UI,
  type VNode,
} from "commonfabric";

/** The part of the answer that is read. */
interface ForecastAnswer {
  current: {
    temperature_2m: number;
    wind_speed_10m: number;
  };
}

export interface WeatherInput {
  /** Degrees north. */
  latitude: number | Default<38.72>;
  /** Degrees east. */
  longitude: number | Default<-9.14>;
}

export interface WeatherOutput {
  [NAME]: string;
  [UI]: VNode;
  /** Degrees Celsius; null until known. */
  temperatureCelsius: number | null;
  /** Kilometres an hour; null until known. */
  windKmh: number | null;
  /** True until the first answer. */
  pending: boolean;
  /** Why fetching failed; empty if it did not. */
  error: string;
}

export default pattern<WeatherInput, WeatherOutput>(
  ({ latitude, longitude }) => {
    const url = computed(() =>
      "https://api.open-meteo.com/v1/forecast" +
      `?latitude=${latitude}&longitude=${longitude}` +
      "&current=temperature_2m,wind_speed_10m"
    );
    const forecast = fetchJson<ForecastAnswer>({ url });
    const temperatureCelsius = computed(() =>
      forecast.result?.current.temperature_2m ?? null
    );
    const windKmh = computed(() =>
      forecast.result?.current.wind_speed_10m ?? null
    );
    const error = computed(() => forecast.error ? String(forecast.error) : "");
    const isKnown = computed(() => temperatureCelsius !== null);

    return {
      [NAME]: "Weather",
      [UI]: (
        <cf-card>
          {forecast.pending ? <cf-loader /> : null}
          {error ? <cf-alert status="error">{error}</cf-alert> : null}
          {isKnown
            ? (
              <cf-hstack gap="3">
                <strong>{temperatureCelsius} °C</strong>
                <span>wind {windKmh} km/h</span>
              </cf-hstack>
            )
            : null}
        </cf-card>
      ),
      temperatureCelsius,
      windKmh,
      pending: computed(() => forecast.pending),
      error,
    };
  },
);

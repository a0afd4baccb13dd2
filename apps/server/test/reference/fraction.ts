/** Exact fractions, for reference models: slow, and rounded only on request. */

const gcd = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

export class Fraction {
  /** Lowest terms, denominator > 0. */
  readonly num: bigint
  readonly den: bigint

  private constructor(num: bigint, den: bigint) {
    this.num = num
    this.den = den
  }

  static of(num: bigint, den = 1n): Fraction {
    if (den === 0n) throw new RangeError('division by zero')
    const sign = den < 0n ? -1n : 1n
    const divisor = den === 1n ? 1n : gcd(num, den * sign)
    return new Fraction((num * sign) / divisor, (den * sign) / divisor)
  }

  plus(other: Fraction): Fraction {
    return this.den === other.den
      ? Fraction.of(this.num + other.num, this.den)
      : Fraction.of(this.num * other.den + other.num * this.den, this.den * other.den)
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.num, other.den))
  }

  times(other: Fraction): Fraction {
    return Fraction.of(this.num * other.num, this.den * other.den)
  }

  over(other: Fraction): Fraction {
    return Fraction.of(this.num * other.den, this.den * other.num)
  }

  isZero(): boolean {
    return this.num === 0n
  }

  isBelow(other: Fraction): boolean {
    return this.num * other.den < other.num * this.den
  }

  atMost(other: Fraction): Fraction {
    return other.isBelow(this) ? other : this
  }

  floor(): bigint {
    const quotient = this.num / this.den
    return this.num < 0n && quotient * this.den !== this.num ? quotient - 1n : quotient
  }
}

export const ZERO = Fraction.of(0n)
export const fraction = Fraction.of
export const sumOf = (all: Iterable<Fraction>): Fraction => {
  let sum = ZERO
  for (const one of all) sum = sum.plus(one)
  return sum
}

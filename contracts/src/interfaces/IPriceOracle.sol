// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

/// @title PriceOracle: time-weighted average prices in USDT, from constant-product pools
/// @notice Each price is the average over a window that ends in this very block. What happened since the
/// pair's last change is added from its present reserves (carried forward), so a quiet pair needs no update;
/// where the pair was quiet for the whole window, its present reserves are the exact average. Otherwise the
/// window starts at an observation that anyone recorded with `update`: at least the window long ago, and at
/// most the window plus its slack.
/// @dev All three tokens have 18 decimals (checked at deployment). Assumes the pairs are Uniswap V2 pairs, or
/// PancakeSwap V2's. For the averages of an active pair to be there at all times, `update` must run at least
/// every 10 minutes; a gap of more than `LONG_SLACK` (6 hours) leaves no 24-hour average a day later, for as
/// long as the gap was longer than that. Prices of a pool below `MIN_DEPTH` do not count once it is deep
/// again, as far as `update` saw it: nothing is recorded while it is shallow, so that both windows begin in a
/// deep pool, and the short one after the pool was last seen shallow. What happens between two updates is not
/// seen; a long window that began before may hold a shallow time, by its share of the day. So where money
/// depends on a price, both averages are asked. Prices round down.
interface IPriceOracle {
    /// @notice The pair's cumulative price (UQ112x112 seconds, modulo 2**224) at `timestamp` was recorded.
    event Observed(address indexed token, uint256 timestamp, uint256 cumulative);

    /// @notice The pool held only `depth` USDT: a window of 30 minutes that begins before now gives no price.
    event FoundTooShallow(address indexed token, uint256 depth, uint256 minDepth);

    /// @notice No price is kept for this token.
    error TokenNotSupported(address token);
    /// @notice A token or a pool's token with other than 18 decimals, or a pair of other tokens.
    error PairInvalid(address pair);
    /// @notice The pool holds less USDT than the minimum depth (both in base units).
    error PoolTooShallow(address token, uint256 depth, uint256 minDepth);
    /// @notice There is no observation from the beginning of the window (`window` seconds), and the pair was
    /// not quiet throughout: the pool is too young, was too shallow, or `update` was not called in time.
    error WindowNotFull(address token, uint256 window);

    /// @notice The token prices are given in.
    function USDT() external view returns (address);

    /// @notice The minimum of USDT a pool must hold for its price to count, in base units.
    function MIN_DEPTH() external view returns (uint256);

    /// @notice The pair of `token` and USDT.
    function pairOf(address token) external view returns (address);

    /// @notice USDT per `token`, 18 decimals: the average over the last 30 minutes.
    function price(address token) external view returns (uint256);

    /// @notice USDT per `token`, 18 decimals: the average over the last 24 hours.
    function price24h(address token) external view returns (uint256);

    /// @notice The lower of `price` and `price24h`: what power and thresholds are valued at.
    function lowerPrice(address token) external view returns (uint256);

    /// @notice The lower and the higher of `price` and `price24h`, in one call.
    function priceRange(address token) external view returns (uint256 lower, uint256 higher);

    /// @notice USDT per `token`, 18 decimals, by the reserves of this moment. For display: one swap can move
    /// it.
    function spotPrice(address token) external view returns (uint256);

    /// @notice USDT the pool of `token` holds, in base units.
    function depthOf(address token) external view returns (uint256);

    /// @notice Output of a swap along `path` at present, pool fees included.
    function getAmountsOut(uint256 amountIn, address[] calldata path) external view returns (uint256[] memory amounts);

    /// @notice Records the present cumulative price of each pair where the period's place is still free; of a
    /// pool below `MIN_DEPTH`, that it is too shallow. Anyone may call, as often as they like.
    /// @return recorded Whether anything was recorded.
    function update() external returns (bool recorded);
}

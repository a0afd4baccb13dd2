// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IUniswapV2Pair} from "./IUniswapV2.sol";

/// @title PoolSeeder: a pool's first liquidity, in one transaction and at exactly the price that was meant
/// @notice The router cannot do it once a stranger has sent a single base unit of USDT to the empty pair and
/// called `sync`: it then divides by reserves of which one is zero. And transfers followed by `mint` in
/// another transaction would give the liquidity to any caller of `mint` in between.
/// @dev Holds nothing and keeps no state. Pulls from `msg.sender` alone. Assumes a Uniswap V2 pair, or
/// PancakeSwap V2's, of two tokens that take no fee.
interface IPoolSeeder {
    /// @notice `pair` holds exactly these reserves now, and `provider` the `liquidity` tokens.
    event Seeded(address indexed pair, address indexed provider, uint256 amount0, uint256 amount1, uint256 liquidity);

    /// @notice The pair has liquidity already: its price is not the caller's to set.
    error AlreadySeeded(address pair);
    /// @notice Strangers have sent the pair more of `token` than it is to hold.
    error TooMuchDonated(address token, uint256 held, uint256 amount);
    /// @notice The pair does not hold what it should afterwards: one of the tokens takes a fee.
    error ReservesWrong(uint256 reserve0, uint256 reserve1);

    /// @notice Makes the pair hold exactly `amount0` and `amount1`, counting what strangers sent to it
    /// before, and gives the liquidity tokens to the caller, who has approved this contract for both tokens.
    /// @param pair An empty pair.
    /// @param amount0 Base units of the pair's `token0`.
    /// @param amount1 Base units of the pair's `token1`; the quotient is the first price.
    /// @return liquidity Base units of liquidity tokens.
    function seed(IUniswapV2Pair pair, uint256 amount0, uint256 amount1) external returns (uint256 liquidity);
}

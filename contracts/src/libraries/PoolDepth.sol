// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {WAD} from "../Constants.sol";
import {IUniswapV2Pair} from "../interfaces/IUniswapV2.sol";

/// @title PoolDepth: what a constant-product pool holds of each side at a given price
/// @notice Reckoned from the product of the reserves: a swap moves the reserves and leaves their product,
/// but for the pool's fee, so nothing that is traded within a transaction changes the answer. Liquidity that
/// comes or goes does.
/// @dev Both tokens have 18 decimals. With reserves x of USDT and y of the token, and `p` USDT for one token,
/// a pool traded to that price holds `sqrt(x * y * p)` USDT and `sqrt(x * y / p)` of the token.
library PoolDepth {
    /// @param lower USDT for one token, 18 decimals, by which the side of USDT is reckoned.
    /// @param higher The same for the token's side; a range gives the less of either side.
    /// @return usdt Base units of USDT, rounded down.
    /// @return token Base units of the token, rounded down.
    function at(IUniswapV2Pair pair, uint256 lower, uint256 higher)
        internal
        view
        returns (uint256 usdt, uint256 token)
    {
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        uint256 root = Math.sqrt(reserve0 * reserve1);
        // a price's root has 9 decimals; times the root of WAD it has 18 again
        usdt = (root * Math.sqrt(lower * WAD)) / WAD;
        token = (root * WAD) / Math.sqrt(higher * WAD, Math.Rounding.Ceil);
    }
}

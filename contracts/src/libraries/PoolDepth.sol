// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {WAD} from "../Constants.sol";
import {IUniswapV2Pair} from "../interfaces/IUniswapV2.sol";

/// @title PoolDepth: the USDT that a constant-product pool holds at a given price
/// @notice Reckoned from the product of the reserves: a swap moves the reserves and leaves their product,
/// but for the pool's fee, so nothing that is traded within a transaction changes `usdt`. Liquidity that
/// comes or goes does.
/// @dev Both tokens have 18 decimals. With reserves x and y, and a price of `p` USDT for one token, a pool
/// traded to that price holds `sqrt(x * y * p)` USDT.
library PoolDepth {
    /// @param price USDT for one token, 18 decimals.
    /// @param isUsdt0 Whether USDT is the pair's `token0`.
    /// @return usdt Base units of USDT, rounded down.
    /// @return held Base units of USDT that are in the pool now, whatever its price.
    /// @return isSettled Whether the reserves are not of this very second.
    function at(IUniswapV2Pair pair, uint256 price, bool isUsdt0)
        internal
        view
        returns (uint256 usdt, uint256 held, bool isSettled)
    {
        (uint256 reserve0, uint256 reserve1, uint32 changedAt) = pair.getReserves();
        held = isUsdt0 ? reserve0 : reserve1;
        // the root of a price has 9 decimals, times the root of WAD it has 18 again
        usdt = (Math.sqrt(reserve0 * reserve1) * Math.sqrt(price * WAD)) / WAD;
        unchecked {
            isSettled = changedAt != uint32(block.timestamp); // modulo 2**32, as the pair keeps its time
        }
    }
}

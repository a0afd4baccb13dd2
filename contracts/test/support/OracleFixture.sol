// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {PriceOracle} from "../../src/PriceOracle.sol";
import {IUniswapV2Pair, IUniswapV2Router} from "../../src/interfaces/IUniswapV2.sol";
import {Fixture} from "./Fixture.sol";

/// @notice Another oracle over the same pools.
abstract contract OracleFixture is Fixture {
    function _oracle(IUniswapV2Pair first, IUniswapV2Pair second, uint256 minDepth) internal returns (PriceOracle) {
        return new PriceOracle(
            address(usdt), address(dr), address(drgv), first, second, IUniswapV2Router(address(router)), minDepth
        );
    }
}

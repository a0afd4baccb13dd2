// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {FixedSupplyToken} from "./FixedSupplyToken.sol";

/// @title DR, the mined token
/// @notice 100 M minted at deployment (73 M emission, 17 M liquidity and exchange, 10 M treasury vesting),
/// never again.
contract DR is FixedSupplyToken {
    constructor(address[] memory holders, uint256[] memory amounts)
        FixedSupplyToken("Digital Rights", "DR", holders, amounts)
    {}
}

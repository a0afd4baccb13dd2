// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {FixedSupplyToken} from "./FixedSupplyToken.sol";

/// @title DR, the mined token
/// @notice 100 M minted at deployment (73 M emission, 17 M liquidity and exchange, 10 M treasury vesting),
/// never again.
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract DR is FixedSupplyToken {
    constructor(address[] memory holders, uint256[] memory amounts)
        FixedSupplyToken("Digital Rights", "DR", holders, amounts)
    {}
}
